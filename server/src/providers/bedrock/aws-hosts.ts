/** Base URLs of AWS services. */

/** Regions in China use a different domain. */
export function hostOf(service: string, region: string): string {
  return `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
