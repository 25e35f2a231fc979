/** CNEFE 2022, the address list of the census of Brazil by state (ftp.ibge.gov.br). */
import type { Area, Source } from './source.js'

/** States with the numbers that IBGE gives them. */
const STATES =
  '11_RO 12_AC 13_AM 14_RR 15_PA 16_AP 17_TO 21_MA 22_PI 23_CE 24_RN 25_PB 26_PE 27_AL 28_SE 29_BA 31_MG 32_ES 33_RJ 35_SP 41_PR 42_SC ' +
  '43_RS 50_MS 51_MT 52_GO 53_DF'

const parts = STATES.split(' ')

export const BRAZIL: Source = {
  id: 'br-cnefe',
  publisher: 'IBGE, CNEFE 2022',
  country: 'br',
  gives: 'points',
  url: 'https://ftp.ibge.gov.br/Cadastro_Nacional_de_Enderecos_para_Fins_Estatisticos/Censo_Demografico_2022/Arquivos_CNEFE/CSV/UF/{part}.zip',
  release: { by: 'file' },
  format: 'csv',
  table: {
    delimiter: ';',
    fields: {
      number: ['{NUM_ENDERECO} {DSC_MODIFICADOR}', '{NUM_ENDERECO}'],
      street: ['{NOM_TIPO_SEGLOGR?} {NOM_TITULO_SEGLOGR?} {NOM_SEGLOGR}'],
      postcode: ['{CEP}'],
      lat: ['{LATITUDE}'],
      lon: ['{LONGITUDE}'],
    },
  },
  licence: 'open data of IBGE',
  attribution: 'IBGE, Cadastro Nacional de Endereços para Fins Estatísticos 2022',
  shareAlike: false,
  rhythm: 'census',
  grows: 25,
  note: 'houses are found by their CEP: no column known here names the town',
  areas: [
    { code: 'br', name: 'Brazil', parts, rows: 106_800_000 },
    ...parts.map((part): Area => ({
      code: `br-${part.slice(3).toLowerCase()}`,
      name: `Brazil, ${part.slice(3)}`,
      parts: [part],
    })),
  ],
}
