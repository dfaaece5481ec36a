/** The admin API client. A separate entry point, so that applications need not bundle it. */
import { type ClientOptions } from './gatehouse.ts';
import { type AdminResources } from './generated/admin.ts';
export type GatehouseAdmin = AdminResources;
/**
 * ```ts
 * const admin = createAdmin({ apiKey: process.env.GATEWAY_ADMIN_API_KEY })
 * await admin.virtualKeys.create({ name: 'openai main', provider: 'openai', key: process.env.OPENAI_API_KEY })
 * for (const key of (await admin.virtualKeys.list()).data) console.log(key.slug)
 * ```
 */
export declare function createAdmin(options?: ClientOptions): GatehouseAdmin;
