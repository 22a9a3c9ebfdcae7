/** A sound when somebody calls, if this browser's director wants it. Made here: no file is played. */

import { byId, mark } from "./dom.js";
import { kept, keep } from "./kept.js";

const KEY = "sound";
const TONES_HZ = [660, 880];
const TONE_S = 0.16;

export class Sound {
  #context = null;

  constructor() {
    const button = byId("sound");
    button.addEventListener("click", () => {
      keep(KEY, this.#on() ? "" : "on");
      this.#show();
      if (this.#on()) this.ring();
    });
    // A browser is silent until somebody has touched the page.
    for (const touched of ["pointerdown", "keydown"]) {
      addEventListener(touched, () => this.#on() && this.#awake(), { once: true });
    }
    this.#show();
  }

  /** Two short tones, if a sound is wanted. */
  ring() {
    if (!this.#on()) return;
    const context = this.#awake();
    TONES_HZ.forEach((hertz, number) => {
      const [tone, volume] = [context.createOscillator(), context.createGain()];
      const from = context.currentTime + number * TONE_S;
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.25, from);
      volume.gain.exponentialRampToValueAtTime(0.001, from + TONE_S);
      tone.connect(volume).connect(context.destination);
      tone.start(from);
      tone.stop(from + TONE_S);
    });
  }

  #on() {
    return kept(KEY) === "on";
  }

  #awake() {
    this.#context ??= new AudioContext();
    this.#context.resume();
    return this.#context;
  }

  #show() {
    mark(byId("sound"), "aria-pressed", String(this.#on()));
  }
}
