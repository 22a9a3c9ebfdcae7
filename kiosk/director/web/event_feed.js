/** The event as the service tells strangers of it, kept up to date. */

export class EventFeed {
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
      pairings: (told) => this.#set({ divisions: this.#with(told) }),
    };
  }

  /** Nothing is public any more. */
  clear() {
    this.#set({ public: null, name: "", places: null, divisions: null });
  }

  /** The divisions with some pairings of one as they are now; a pairing is known by its number. */
  #with({ nth, pairings: some, standings, winners }) {
    const now = new Map(some.map((pairing) => [pairing.number, pairing]));
    return this.divisions.map((division, place) => {
      if (place !== nth) return division;
      const pairings = division.pairings.map((pairing) => now.get(pairing.number) ?? pairing);
      return { ...division, pairings, standings, winners };
    });
  }

  #set(some) {
    Object.assign(this, some);
    this.#changed();
  }
}
