// @ts-check
/** The bar below the lanes: play, clock, loop, speed, follow, who is heard, zoom. */

import { button, make, press, setText } from "./dom.js";
import { clock, span, speed } from "./format.js";
import { iconElement } from "./glyphs.js";
import { buildRollPanel } from "./roll_panel.js";

const ICONS = {
  previous: "M11.5 4v8L6 8zM4.5 4v8",
  next: "M4.5 4v8L10 8zM11.5 4v8",
  play: "M5 3.2v9.6l8-4.8z",
  pause: "M4.5 3.5h2.5v9h-2.5zM9 3.5h2.5v9H9z",
  ears: "M3 10.5V8a5 5 0 0 1 10 0v2.5M3 9.5h1.5v4H3zM11.5 9.5H13v4h-1.5z",
  loop: "M4 6.5A4 4 0 0 1 8 4h3.5M10 2.2L11.8 4 10 5.8M12 9.5A4 4 0 0 1 8 12H4.5M6 13.8L4.2 12 6 10.2",
};

/** Fill the bar; `perform(action, value)` is the same function the keys call. */
export function buildTransportBar(bar, perform) {
  const parts = {
    bar,
    previous: button("ghost square", [iconElement(ICONS.previous)], "Previous event in the playlist", () => perform("step", -1)),
    play: button("primary", [iconElement(ICONS.play, true)], "Play", () => perform("toggle-play")),
    next: button("ghost square", [iconElement(ICONS.next)], "Next event in the playlist", () => perform("step", 1)),
    clock: make("span", "clock", "00:00.00"),
    duration: make("span", "duration", "/ 00:00.00"),
    loop: button("", [iconElement(ICONS.loop), make("span", "loop-word", "Loop")], "Loop selection", () => perform("loop"), ["l"]),
    speed: speedGroup(perform),
    roll: buildRollPanel(),
    follow: followButton(perform),
    ears: button("square", [iconElement(ICONS.ears)], "Both speakers in both ears (w)", () => perform("ears")),
    zoomOut: button("square", "\u2212", "Zoom out", () => perform("zoom", 1 / 0.7)),
    zoomText: make("span", "zoom", "", { "aria-live": "off" }),
    zoomIn: button("square", "+", "Zoom in", () => perform("zoom", 0.7)),
  };
  const phone = [
    button("only-phone phone-back", "−2 s", "Back 2 seconds", () => perform("move", -2)),
    button("only-phone phone-error", "Next error", "Next miss or false alarm of the playlist", () => perform("step-error", 1)),
  ];
  const heard = make("div", "segmented", null, { role: "group", "aria-label": "Who is heard" });
  parts.heard = [["Both", null, "0"], ["S1", 0, "1"], ["S2", 1, "2"]].map(([name, speaker, key]) => {
    const label = speaker === null ? "Hear both speakers" : `Hear speaker ${speaker + 1} only`;
    const made = button("", name, label, () => perform("solo", speaker), [key]);
    heard.append(made);
    return { made, speaker };
  });
  bar.append(
    parts.previous, parts.play, parts.next, parts.clock, parts.duration, make("span", "spring"), parts.loop,
    parts.roll.element, parts.speed.group, parts.follow.made, make("span", "spring"), make("span", "row-break"), parts.ears, heard, parts.zoomOut, parts.zoomText, parts.zoomIn,
    ...phone,
  );
  return parts;
}

const FOLLOWS = { centred: "Centred", page: "Pages", off: "Follow" };

/** The way the view follows; wide enough for each of them, so that nothing moves. */
function followButton(perform) {
  const mode = make("span", "follow-mode");
  const made = button("", mode, "Follow the playhead", () => perform("follow"), ["f"]);
  return { made, mode };
}

function showFollow({ made, mode: text }, mode) {
  if (made.dataset.mode === mode) return;
  made.dataset.mode = mode;
  setText(text, FOLLOWS[mode]);
  made.title = `Follow the playhead: ${mode} (f)`;
  made.setAttribute("aria-label", `Follow the playhead: ${mode}`);
}

function speedGroup(perform) {
  const text = make("span", "speed-text", "1.0×");
  const slower = button("step-key", "[", "Slower", () => perform("speed", -1));
  const faster = button("step-key", "]", "Faster", () => perform("speed", 1));
  return { text, group: make("div", "speed", [make("span", "speed-word", "Speed"), text, slower, faster], { role: "group", "aria-label": "Speed" }) };
}

/** Show the state of sound and view; cheap enough to call on every change. */
export function showTransport(parts, { transport, navigator, dialogue }) {
  const { playing } = transport;
  const path = parts.play.querySelector("path");
  if (parts.isPlaying !== playing) {
    parts.isPlaying = playing;
    path.setAttribute("d", playing ? ICONS.pause : ICONS.play);
    parts.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    parts.play.title = playing ? "Pause (Space)" : "Play (Space)";
  }
  parts.play.disabled = !transport.canPlay;
  parts.bar.classList.toggle("is-long", (dialogue?.duration ?? 0) >= 3600);
  setText(parts.duration, noteOf(transport, dialogue) || `/ ${clock(dialogue?.duration ?? 0, 2)}`);
  press(parts.loop, transport.loop !== null);
  press(parts.follow.made, navigator.isFollowing);
  showFollow(parts.follow, navigator.following.mode);
  press(parts.ears, transport.ears === "both");
  parts.roll.show();
  setText(parts.speed.text, speed(transport.rate));
  for (const { made, speaker } of parts.heard) {
    press(made, transport.solo === speaker && !(speaker === null && transport.mutes.some(Boolean)));
  }
  setText(parts.zoomText, span(navigator.span));
}

/** Why nothing can be played, in place of the duration. */
function noteOf(transport, dialogue) {
  if (!dialogue) return "";
  if (transport.state === "none") return "no audio";
  return transport.state === "failed" ? "audio failed" : "";
}

/** The clock of the playhead, every frame while playing. */
export function showClock(parts, seconds) {
  setText(parts.clock, clock(seconds, 2));
}
