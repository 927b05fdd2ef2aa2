// @ts-check
/** Send the latest of many values: one in flight at a time, and the last one always arrives. */

const PATIENCE_MS = 400;

export class Latest {
  /**
   * @param {{send: (value: any) => void, frame?: (run: () => void) => void,
   *   wait?: (run: () => void, ms: number) => any, cancel?: (timer: any) => void}} how
   */
  constructor({ send, frame = requestFrame, wait = setTimer, cancel = clearTimer }) {
    Object.assign(this, { send, frame, wait, cancel });
    this.next = null;
    this.flying = null;
    this.timer = null;
    this.isScheduled = false;
  }

  /** True while Python has not answered the last value: what it shows is older than what is set here. */
  get isBusy() {
    return this.next !== null || this.flying !== null;
  }

  /** Send this value as soon as the one before is answered (or no answer came for a while). */
  push(value) {
    this.next = { value };
    this.schedule();
  }

  /** Tell what Python shows now; it answers the value in flight if `isAnswer` says so. */
  answered(isAnswer) {
    if (this.flying && isAnswer(this.flying.value)) this.land();
  }

  /** Forget everything that was not sent. */
  drop() {
    this.next = null;
    this.land();
  }

  land() {
    this.cancel(this.timer);
    this.flying = null;
    this.schedule();
  }

  schedule() {
    if (this.isScheduled || this.flying || !this.next) return;
    this.isScheduled = true;
    this.frame(() => {
      this.isScheduled = false;
      if (!this.next) return;
      this.flying = this.next;
      this.next = null;
      this.timer = this.wait(() => this.land(), PATIENCE_MS);
      this.send(this.flying.value);
    });
  }
}

function requestFrame(run) {
  // A hidden page gets no frames, and its last value must arrive all the same.
  if (document.hidden) setTimeout(run, 16);
  else requestAnimationFrame(run);
}

function setTimer(run, ms) {
  return setTimeout(run, ms);
}

function clearTimer(timer) {
  clearTimeout(timer);
}
