/** Examples of the document: real answers of a server with en-US weights and the starter data. */

const ADDRESS = 'PO Box 42, Reno NV 89501'

const TREE = {
  raw: ADDRESS,
  roots: [
    {
      tag: 'region',
      start: 16,
      end: 18,
      value: 'NV',
      confidence: 0.9993,
      children: [
        {
          tag: 'locality',
          start: 11,
          end: 15,
          value: 'Reno',
          confidence: 0.9992,
          children: [
            { tag: 'po_box', start: 0, end: 9, value: 'PO Box 42', confidence: 0.9994, children: [] },
            { tag: 'postcode', start: 19, end: 24, value: '89501', confidence: 0.9992, children: [] },
          ],
        },
      ],
    },
  ],
}

const GEOCODED = {
  input: 'Reno NV',
  components: { locality: 'Reno', region: 'NV' },
  lat: 39.52963,
  lon: -119.8138,
  resolution_tier: 'admin',
  epistemic_status: 'observed',
  uncertainty_m: null,
  locality: 'Reno',
  region: 'NV',
  postcode: null,
  house_number: null,
  street: null,
  unit: null,
  venue: null,
  dependent_locality: null,
  countryCode: 'US',
  hierarchy: [
    { tag: 'locality', value: 'Reno', name: 'Reno', lat: 39.52963, lon: -119.8138, placeID: 'gn:5511077' },
  ],
  candidates: [
    {
      name: 'Reno',
      tag: 'locality',
      lat: 39.52963,
      lon: -119.8138,
      countryCode: 'US',
      placeID: 'gn:5511077',
    },
  ],
  intent_markers: [],
  admin_coherence: { region: 'confirmed', country: 'unstated', postcode: 'unstated' },
  match_level: 'locality',
  accuracy_m: 28_235,
  confidence: 0.944,
}

/** Examples by the name of their schema. */
export const EXAMPLES = {
  ParseRequest: { address: ADDRESS },
  ParseResponse: {
    input: ADDRESS,
    components: [
      { tag: 'po_box', value: 'PO Box 42' },
      { tag: 'locality', value: 'Reno' },
      { tag: 'region', value: 'NV' },
      { tag: 'postcode', value: '89501' },
    ],
    tree: TREE,
    confidence: 0.9971,
    address_score: 0.9998,
    country_guess: { code: 'US', probability: 0.9985 },
  },
  GeocodeRequest: { address: 'Reno NV' },
  GeocodeResult: GEOCODED,
  BatchRequest: { addresses: ['Reno NV', ' '] },
  BatchResponse: { results: [GEOCODED, { input: ' ', error: 'address is required' }] },
  ReverseRequest: { lat: 45.3586, lon: 5.9531 },
  ReverseResult: {
    lat: 45.3586,
    lon: 5.9531,
    house: null,
    places: [
      {
        id: 2999674,
        place_id: 'gn:2999674',
        name: 'Le Touvet',
        placetype: 'locality',
        country_code: 'FR',
        lat: 45.35786,
        lon: 5.95257,
        bbox: [5.92, 45.33, 5.98, 45.38] as [number, number, number, number],
        population: 2810,
      },
    ],
  },
  ResolveRequest: { tree: TREE, opts: { includeAncestors: true } },
  ResolveResponse: {
    tree: {
      raw: 'Nevada',
      roots: [
        {
          tag: 'region',
          start: 0,
          end: 6,
          value: 'Nevada',
          confidence: 0.99,
          children: [],
          source: 'resolver',
          sourceID: 'region:5509151',
          lat: 39.25021,
          lon: -116.75119,
          placeID: 'gn:5509151',
          metadata: { resolver_name: 'Nevada', resolver_country: 'US' },
          alternatives: [],
        },
      ],
    },
  },
  POISearchRequest: { query: 'coffee in Reno, NV' },
  POISearchResponse: {
    type: 'intent',
    intent: {
      subject: { kind: 'category', categoryID: 'coffee_shop', matched: 'coffee' },
      relation: 'in',
      anchor: {
        text: 'Reno, NV',
        start: 10,
        end: 18,
        name: 'Reno',
        latitude: 39.52963,
        longitude: -119.8138,
      },
    },
    results: [
      {
        name: 'Bean',
        categoryID: 'coffee_shop',
        brandWikidata: null,
        latitude: 39.53,
        longitude: -119.81,
        country: 'US',
        confidence: 0.95,
        gersID: null,
        ancestry: [{ placetype: 'locality', name: 'Reno', wofID: 5511077 }],
        distanceM: 329,
      },
    ],
  },
  FormatRequest: {
    components: {
      house_number: '350',
      street: '5th',
      street_suffix: 'Ave',
      locality: 'New York',
      region: 'NY',
      postcode: '10118',
    },
    country: 'US',
    options: { separator: ', ' },
  },
  FormatResponse: {
    formatted: '350 5th Ave, New York, NY 10118',
    canonicalKey: 'mp2|350|5 avenue|new york|new york|10118|us',
  },
  Comparison: {
    verdict: 'same',
    probability: 0.9997,
    components: { house_number: 'exact', street: 'equivalent', unit: 'equivalent', locality: 'exact' },
  },
  ReloadResponse: { reloaded: true, versions: null },
  HealthResponse: {
    status: 'ok',
    uptime_s: 12,
    model: { name: 'weights-en-us', version: '0.1.0', locale: 'en-US', labels: 37, format: { opset: 17 } },
    data: {
      data_root: '/data',
      versions: null,
      wof_dbs: [],
      situs_states: 51,
      interpolation_states: 50,
      damaged: 0,
      shards: { address_points: 52, interpolation: 50, street_centroids: 0, skipped: 1, faults: 0 },
      generation: 0,
      sources: [
        { gives: 'places', sources: ['GeoNames (CC BY 4.0)'] },
        { gives: 'houses', area: 'us-nv', sources: ['National Address Database (NAD terms)'] },
      ],
    },
  },
  ReadinessResponse: { ready: true, parse: true, geocode: true, draining: false },
  MetricsSnapshot: {
    uptime_s: 12,
    timings: {
      total: 6,
      errors: 0,
      tiers: { admin: 5, batch: 1 },
      latency_ms: { p50: 0.31, p90: 0.9, p99: 0.9, max: 0.9 },
      latency_samples: 6,
    },
    shards: { open: 102, skipped: 1, faults: 0 },
  },
} satisfies Readonly<Record<string, unknown>>
