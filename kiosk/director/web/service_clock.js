/** The director service's wall clock, as its beats tell it: this browser's own may be wrong. */

export class ServiceClock {
  #ahead = 0;

  /** A beat came; it may carry the service's wall time. */
  set(beat) {
    const said = Date.parse(beat?.utc ?? "");
    if (!Number.isNaN(said)) this.#ahead = said - Date.now();
  }

  /** Milliseconds since a wall time of the service, or null when there is none. */
  since(utc) {
    return utc == null ? null : Math.max(0, Date.now() + this.#ahead - Date.parse(utc));
  }
}
