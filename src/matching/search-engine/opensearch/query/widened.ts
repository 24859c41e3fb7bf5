/** The engine takes a slightly smaller globe, and rounds coordinates to centimetres. */
const WIDER = 1 + 1e-5;
const WIDER_KM = 0.001;

/** A radius with which the engine keeps every person that `distanceKm` keeps. */
export function widened(km: number): number {
  return km * WIDER + WIDER_KM;
}
