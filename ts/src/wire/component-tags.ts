/**
 * What a stretch of an address can be. The last seven are those of Japan, which no weights tell apart yet. They stand apart from the schemas, which
 * the library has no need of: those take a tenth of a second to load.
 */
export const COMPONENT_TAGS = [
  'country',
  'region',
  'locality',
  'dependent_locality',
  'postcode',
  'subregion',
  'cedex',
  'house_number',
  'street',
  'street_prefix',
  'street_prefix_particle',
  'street_suffix',
  'intersection_a',
  'intersection_b',
  'unit',
  'venue',
  'attention',
  'po_box',
  'prefecture',
  'municipality',
  'district',
  'block',
  'sub_block',
  'building_number',
  'building_name',
] as const
