/** Encodes one path segment. `@latest` stays readable; values that would change the path are rejected. */
import { GatewayError } from "../errors.js";
export function segment(id) {
    if (id === '' || id === '.' || id === '..')
        throw new GatewayError({
            code: 'invalid_option',
            message: `"${id}" is no identifier.`,
            hint: 'Give the identifier of something that was saved.',
        });
    return encodeURIComponent(id).replaceAll('%40', '@');
}
