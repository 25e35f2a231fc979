/** The form that corrects the guessed address columns: folded below the table's name, or open if nothing was guessed. */
import { orderOf, type Role, ROLES } from './columns.js'
import type { Reading, Sheet } from './csv.js'
import { element } from './element.js'

const ROLES_IN_WORDS: Readonly<Record<Role, string>> = {
  address: 'Whole address',
  number: 'House number',
  street: 'Street',
  unit: 'Unit',
  city: 'Town',
  postcode: 'Postcode',
  region: 'State or region',
  country: 'Country',
}

/** Most letters of the sample cell shown for an unnamed column. */
const MOST_LETTERS = 24

/** The form; `choose` gets the chosen columns. */
export function columnsForm(
  sheet: Sheet,
  guess: Reading,
  choose: (reading: Reading) => void,
): HTMLDetailsElement {
  const lines = radio('lines', 'Each line is one address', guess.kind === 'lines')
  const columns = radio('columns', 'The address is in columns:', guess.kind === 'columns')
  // A table without a guess usually has a header.
  const hasHeader = element('input', { type: 'checkbox' })
  hasHeader.checked = guess.kind === 'lines' || guess.hasHeader
  const roles = ROLES.map((role) => {
    const select = element('select', { name: role })
    select.append(...optionsOf(sheet, hasHeader.checked))
    select.value = guess.kind === 'columns' ? String(guess.columns[role] ?? '') : ''
    select.addEventListener('change', () => {
      columns.input.checked = true
    })
    return { role, select }
  })
  hasHeader.addEventListener('change', () => {
    for (const { select } of roles) {
      const { value } = select
      select.replaceChildren(...optionsOf(sheet, hasHeader.checked))
      select.value = value
    }
  })
  const chosen = (): Reading => {
    if (lines.input.checked) return { kind: 'lines' }
    const named = roles.flatMap(({ role, select }) =>
      select.value === '' ? [] : [[role, Number(select.value)] as const],
    )
    return { kind: 'columns', hasHeader: hasHeader.checked, columns: Object.fromEntries(named) }
  }
  const summary = element('summary', {}, summaryOf(sheet, guess))
  const problem = element('p', { class: 'not-found', role: 'alert' })
  const form = element(
    'form',
    { class: 'columns' },
    lines.label,
    columns.label,
    element(
      'div',
      { class: 'roles' },
      ...roles.map(({ role, select }) => element('label', {}, `${ROLES_IN_WORDS[role]} `, select)),
    ),
    element('label', {}, hasHeader, ' The first line holds the names of the columns'),
    problem,
    element('button', {}, 'Look up these'),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const reading = chosen()
    const isEmpty = reading.kind === 'columns' && Object.keys(reading.columns).length === 0
    problem.textContent = isEmpty ? 'Choose at least one column.' : ''
    if (isEmpty) return
    summary.textContent = summaryOf(sheet, reading)
    choose(reading)
  })
  return element('details', {}, summary, form)
}

/** The address columns, in words. */
function summaryOf(sheet: Sheet, reading: Reading): string {
  if (reading.kind === 'lines') return 'Each line is one address'
  const names = orderOf(reading.columns).map((column) => nameOf(sheet, column, reading.hasHeader))
  return `Address read from: ${names.join(', ')}`
}

function nameOf({ cells }: Sheet, column: number, hasHeader: boolean): string {
  const first = (cells[0]?.[column] ?? '').trim()
  if (hasHeader && first !== '') return first
  const cell = first.length > MOST_LETTERS ? `${first.slice(0, MOST_LETTERS)}…` : first
  return `column ${String(column + 1)}${cell === '' ? '' : ` (${cell})`}`
}

function optionsOf(sheet: Sheet, hasHeader: boolean): HTMLOptionElement[] {
  const columns = Array.from({ length: sheet.width }, (_, column) =>
    element('option', { value: String(column) }, nameOf(sheet, column, hasHeader)),
  )
  return [element('option', { value: '' }, '–'), ...columns]
}

function radio(value: string, words: string, isChecked: boolean) {
  const input = element('input', { type: 'radio', name: 'reading', value })
  input.checked = isChecked
  return { input, label: element('label', {}, input, ` ${words}`) }
}
