/** Operations that download the file of a finished export, with an API key or by a signed URL. */

import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type RawReply } from '../endpoint.ts'
import type { ExportRunner } from './export-runner.ts'
import { EXPORT, ofWorkspace, requireExport } from './save-export.ts'

const TYPES: Readonly<Record<LogExport['format'], string>> = {
  jsonl: 'application/jsonl; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
}

const fileReply: RawReply = {
  contentType: 'application/jsonl',
  about: 'The file. text/csv if the export has the format csv.',
}

export function downloadOperations(runner: ExportRunner, vault: Vault): readonly Operation[] {
  return [linkOperation(vault), fileOperation(runner, vault), contentOperation(runner)]
}

function linkOperation(vault: Vault): Operation {
  return endpoint({
    name: 'log_exports.download',
    method: 'GET',
    path: '/logs/exports/{id}/download',
    summary: 'Create a download link for an export',
    permission: EXPORT,
    query: ofWorkspace,
    reply: z.object({
      signed_url: z.string().meta({ description: 'Valid for 15 minutes. Works without an API key.' }),
    }),
    async handle({ reach, params: { id = '' }, stores, origin, nowMs }) {
      const job = await requireExport(stores, reach, id)
      requireFinished(job)
      return { signed_url: signedUrl(origin.baseUrl, job.id, vault, nowMs) }
    },
  })
}

function fileOperation(runner: ExportRunner, vault: Vault): Operation {
  return endpoint({
    name: 'log_exports.file',
    method: 'GET',
    path: '/logs/exports/{id}/file',
    summary: 'Download an export by its signed link',
    permission: 'public',
    query: z.object({ expires: z.string().max(16).optional(), signature: z.string().max(256).optional() }),
    reply: fileReply,
    async handle({ params: { id = '' }, query, stores, nowMs }) {
      requireSignature(id, query, vault, nowMs)
      const { id: organisationId } = await stores.organisations.readOfDeployment()
      return fileOf(await requireExport(stores, { organisationId, workspaceId: null }, id), runner)
    },
  })
}

function contentOperation(runner: ExportRunner): Operation {
  return endpoint({
    name: 'log_exports.content',
    method: 'GET',
    path: '/logs/exports/{id}/content',
    summary: 'Download an export',
    permission: EXPORT,
    query: ofWorkspace,
    reply: fileReply,
    async handle({ reach, params: { id = '' }, stores }) {
      return fileOf(await requireExport(stores, reach, id), runner)
    },
  })
}

function requireFinished({ status }: LogExport): void {
  if (status === 'success') return
  throw new GatewayError('conflict', {
    message: `The export is not finished. Its status is ${status}.`,
    hint: status === 'in_progress' ? 'Wait until its status is success.' : 'Start the export first.',
  })
}

export async function fileOf(
  job: LogExport,
  runner: ExportRunner,
  name = `logs-${job.id}.${job.format}`,
): Promise<Response> {
  requireFinished(job)
  const file = await runner.files.read(job)
  if (file === null)
    throw new GatewayError('not_found', { param: 'id', message: 'The file was deleted.', hint: 'Create a new export.' })
  return new Response(file, {
    headers: {
      'content-type': TYPES[job.format],
      'content-disposition': `attachment; filename="${name}"`,
      // Prevents browsers from running content of the file in the gateway's origin.
      'content-security-policy': 'sandbox',
    },
  })
}

const LASTS_MS = 15 * 60_000

function signedUrl(baseUrl: string, jobId: string, vault: Vault, nowMs: number): string {
  const expires = String(Math.ceil((nowMs + LASTS_MS) / 1_000))
  const query = new URLSearchParams({ expires, signature: signatureOf(jobId, expires, vault) })
  return `${baseUrl}/v1/logs/exports/${jobId}/file?${query}`
}

/** Returns the same error for a wrong, expired or altered link, and does not reveal whether the job exists. */
function requireSignature(
  jobId: string,
  given: { readonly expires?: string | undefined; readonly signature?: string | undefined },
  vault: Vault,
  nowMs: number,
): void {
  const { expires = '', signature = '' } = given
  const [expected, sent] = [Buffer.from(signatureOf(jobId, expires, vault)), Buffer.from(signature)]
  const isGenuine = expected.length === sent.length && timingSafeEqual(expected, sent)
  if (isGenuine && Number(expires) * 1_000 > nowMs) return
  throw new GatewayError('not_found', {
    message: 'The link is invalid or has expired.',
    hint: 'GET /v1/logs/exports/{id}/download returns a new link.',
  })
}

function signatureOf(jobId: string, expires: string, vault: Vault): string {
  return vault.hash(`log-export/file/${jobId}/${expires}`)
}
