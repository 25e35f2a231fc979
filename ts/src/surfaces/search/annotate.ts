/**
 * The annotations of a result: the one place where they are connected. Every item, forward and reverse, gets what this answers
 * under `annotations`.
 */

/** Annotations by key, of a point in degrees; of a country too when its code is known. */
export type Annotate = (
  lat: number,
  lon: number,
  options: { countryCode?: string | undefined; placeName?: string | undefined },
) => object

export const annotate: Annotate = () => ({})
