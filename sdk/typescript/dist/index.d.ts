/** Public exports of the package; the admin client is at `gatehouse-gateway-sdk/admin`. */
export { type DeviceCode, type DeviceKey, type DeviceLoginOptions, deviceLogin } from './device-login.ts';
export { AbortedError, AuthenticationError, BadRequestError, BudgetExceededError, CircuitOpenError, ConfigError, ConflictError, ConnectionFailedError, type ErrorSource, GatewayError, NotFoundError, PermissionDeniedError, ProviderError, RateLimitError, RequestTimeoutError, } from './errors.ts';
export { type AnyAnswer, type ClientOptions, Gatehouse } from './gatehouse.ts';
export type { Config } from './generated/options.ts';
export { createHeaders, type GatewayOptions } from './headers/create-headers.ts';
export type * from './resources/answer-types.ts';
export type * from './resources/chat-types.ts';
export type { FeedbackParams } from './resources/feedback.ts';
export type { PromptParams } from './resources/prompts.ts';
export type { FinalMessage, FinalToolCall } from './stream/accumulate-chat.ts';
export { Stream } from './stream/stream.ts';
export type { AnswerPromise, FullAnswer } from './transport/answer-promise.ts';
export type { GatewayMetadata, WithGateway } from './transport/metadata.ts';
export type { Query, RequestOptions } from './transport/request.ts';
export type { Fetch } from './transport/transport.ts';
