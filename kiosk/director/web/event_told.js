/** The event as the service tells strangers of it, kept up to date. */

export class EventTold {
  public = null;
  name = "";
  places = null;
  divisions = null;
  #changed;

  /** `changed` is called after each change. */
  constructor(changed) {
    this.#changed = changed;
  }

  /** What a stream calls, by event name. */
  get listeners() {
    return {
      event: (whole) => this.#set(whole),
      places: (places) => this.#set({ places }),
      division: ({ nth, division }) =>
        this.#set({ divisions: this.divisions.map((one, place) => (place === nth ? division : one)) }),
    };
  }

  /** Nothing is public any more. */
  clear() {
    this.#set({ public: null, name: "", places: null, divisions: null });
  }

  #set(some) {
    Object.assign(this, some);
    this.#changed();
  }
}
