// @ts-check
/** The files that this page sends, one after the other: announced, sent, told when they are whole. */

import { sendFile, tooLarge } from "./sending.js";

export class Queue {
  /**
   * @param {{send: (message: any) => void, base: string, onMove: () => void, signal: AbortSignal, deliver?: typeof sendFile}} options
   */
  constructor({ send, base, onMove, signal, deliver = sendFile }) {
    this.send = send;
    this.base = base;
    this.onMove = onMove;
    this.signal = signal;
    this.deliver = deliver;
    this.nonce = 0;
    this.waiting = [];
    this.going = null;
    /** Rows that only this page knows: refused before they were announced, or waiting. */
    this.own = [];
  }

  /** Take files that somebody chose or dropped. */
  add(files, limits) {
    for (const file of files) {
      this.nonce += 1;
      const text = tooLarge(file, limits);
      this.own.push({ nonce: this.nonce, file: file.name, size_bytes: file.size, stage: text ? "failed" : "waiting", text: text || "Waiting" });
      if (!text) this.waiting.push({ nonce: this.nonce, file });
    }
    this.next();
    this.onMove();
  }

  /** Announce the next file, once the one before is whole. */
  next() {
    if (this.going || this.waiting.length === 0) return;
    const { nonce, file } = this.waiting.shift();
    this.own = this.own.filter((row) => row.nonce !== nonce);
    this.going = { nonce, file, sent: 0, id: null, life: new AbortController() };
    this.send({ type: "upload", name: file.name, bytes: file.size, nonce });
  }

  /** Hear where a file is to be sent, or that it is not. */
  hear({ key, rows }) {
    const going = this.going;
    const row = going && rows.find((one) => one.nonce === going.nonce);
    if (!row || going.id !== null) return;
    if (row.stage === "sending") {
      going.id = row.id;
      this.run(going, `${this.base}upload/${key}/${row.id}`);
    } else {
      this.going = null;
      this.next();
    }
  }

  async run(going, address) {
    const onSent = (bytes) => {
      going.sent = bytes;
      this.onMove();
    };
    const signal = AbortSignal.any([this.signal, going.life.signal]);
    try {
      signal.throwIfAborted();
      await this.deliver({ file: going.file, address, signal, onSent });
      this.send({ type: "upload-sent", upload: going.id });
    } catch (error) {
      if (this.signal.aborted) return;
      this.send({ type: "upload-cancel", upload: going.id });
      if (!going.life.signal.aborted) this.fail(going, error);
    }
    this.going = null;
    this.next();
    this.onMove();
  }

  fail({ nonce, file }, error) {
    this.send({ type: "upload-dismiss", nonce });
    const text = `Not sent: ${error instanceof Error ? error.message : String(error)}`;
    this.own.push({ nonce, file: file.name, size_bytes: file.size, stage: "failed", text });
  }

  /** Give up a file that waits or is on its way; return whether it was one. */
  cancel(nonce) {
    this.waiting = this.waiting.filter((one) => one.nonce !== nonce);
    this.own = this.own.filter((row) => row.nonce !== nonce);
    if (this.going?.nonce === nonce) this.going.life.abort();
    this.onMove();
  }

  /** The share of a file that is sent, null if it is not on its way. */
  share(nonce) {
    return this.going?.nonce === nonce ? this.going.sent / Math.max(1, this.going.file.size) : null;
  }
}
