/** Public exports of the package; the admin client is at `gatehouse-gateway-sdk/admin`. */
// biome-ignore-all lint/performance/noBarrelFile: the entry point of a published package.
export { deviceLogin } from "./device-login.js";
export { AbortedError, AuthenticationError, BadRequestError, BudgetExceededError, CircuitOpenError, ConfigError, ConflictError, ConnectionFailedError, GatewayError, NotFoundError, PermissionDeniedError, ProviderError, RateLimitError, RequestTimeoutError, } from "./errors.js";
export { Gatehouse } from "./gatehouse.js";
export { createHeaders } from "./headers/create-headers.js";
export { Stream } from "./stream/stream.js";
