/** Encodes one path segment. `@latest` stays readable; values that would change the path are rejected. */
import { GatewayError } from "../errors.js";
export function segment(id) {
    if (id === '' || id === '.' || id === '..')
        throw new GatewayError({
            code: 'invalid_option',
            message: `"${id}" is not a valid id.`,
            hint: 'Pass the id of a saved object.',
        });
    return encodeURIComponent(id).replaceAll('%40', '@');
}
