/** What a geocode is: the body of `/v1/geocode` as a type, as `crates/address/src/geocode.rs` writes it. */
import type { ResolutionTier } from './found.js'
import type { ComponentTag } from './parse-result.js'

/** How the coordinates are known: not at all, assigned by an authority, computed, or read from a record of the place. */
export type EpistemicStatus = 'unresolved' | 'designated' | 'derived' | 'observed'

/** One place of the chain the answer lies in. */
export interface HierarchyEntry {
  tag: ComponentTag
  /** As parsed; the name of a place that was not written. */
  value: string
  /** Name in the gazetteer. */
  name: string
  lat: number
  lon: number
  placeID: string
}

/** A place that was considered. */
export interface GeocodeCandidate {
  name: string
  tag: ComponentTag
  lat: number
  lon: number
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null
  /** Streets and house numbers have none. */
  placeID?: string
}

/** Something the answer tells about the question: what is ambiguous, contradicts itself or was left out. */
export interface IntentMarker {
  kind: 'ambiguity' | 'disagreement' | 'abstention'
  /** E.g. `postcode_differs`. */
  code: string
  /** The part of the cascade that noticed. */
  mechanism: string
  /** One sentence for people. */
  message: string
  /** What it rests on. */
  evidence?: string
}

/** Whether the answer lies in what was written: yes, no, nothing was written, or the gazetteer does not know it. */
export type Coherence = 'confirmed' | 'contradicted' | 'unstated' | 'unverifiable'

/** Where an address is. */
export interface GeocodeResult {
  /** The address as sent, trimmed. */
  input: string
  /** Tag to text; the first span of a tag. */
  components: Partial<Record<ComponentTag, string>>
  /** Spans `components` has no room for. */
  dropped_components?: { tag: ComponentTag; value: string; kept: string }[]
  /** Degrees; null when nothing resolved. */
  lat: number | null
  /** Degrees; null when nothing resolved. */
  lon: number | null
  /** The tier that answered; `admin` also when none did. */
  resolution_tier: ResolutionTier
  epistemic_status: EpistemicStatus
  /** Radius in metres that holds the true point nine times in ten; null at the administrative tier. */
  uncertainty_m: number | null
  /** As parsed, like those that follow. */
  locality: string | null
  region: string | null
  postcode: string | null
  house_number: string | null
  street: string | null
  unit: string | null
  venue: string | null
  dependent_locality: string | null
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null
  /** Most specific first. */
  hierarchy: HierarchyEntry[]
  /** The chosen one first. */
  candidates: GeocodeCandidate[]
  intent_markers: IntentMarker[]
  /** Absent without an answer. */
  admin_coherence?: Record<'region' | 'country' | 'postcode', Coherence>
  /** What the register says of the point; at the address point tier only. */
  rooftop?: { localityNorm?: string; postcode?: string }
  /** Radius in metres of the place that answered, where known; at the administrative tier only. */
  extent_m?: number
}
