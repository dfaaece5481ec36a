/** The engine of the npm package openredaction, for comparison. */

import { OpenRedaction } from '@openredaction/core'
import type { Labelled } from './score.ts'

/** Types of openredaction and the labels of the samples for them. Other types are reported as `other (type)`. */
const LABELS: Readonly<Record<string, string>> = {
  NAME: 'PERSON',
  EMAIL: 'EMAIL_ADDRESS',
  CREDIT_CARD: 'CREDIT_CARD',
  IBAN: 'IBAN_CODE',
  IPV4: 'IP_ADDRESS',
  IPV6: 'IP_ADDRESS',
  SSN: 'US_SSN',
  DATE: 'DATE_TIME',
  DATE_OF_BIRTH: 'DATE_TIME',
  ADDRESS_STREET: 'STREET_ADDRESS',
  ADDRESS_PO_BOX: 'STREET_ADDRESS',
  ZIP_CODE_US: 'ZIP_CODE',
  DRIVING_LICENSE_US: 'US_DRIVER_LICENSE',
  URL: 'DOMAIN_NAME',
}

const detector = new OpenRedaction({})

export async function openRedactionSpans(text: string): Promise<readonly Labelled[]> {
  const { detections } = await detector.detect(text)
  return detections.map(({ type, position: [start, end] }) => ({ type: labelOf(type), start, end }))
}

function labelOf(type: string): string {
  return LABELS[type] ?? (type.startsWith('PHONE') ? 'PHONE_NUMBER' : `other (${type})`)
}
