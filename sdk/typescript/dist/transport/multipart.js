/** Encodes parameters with files as a multipart form. */
/** Files go last: the gateway selects the provider by the model before the upload completes. */
export function formOf(parameters) {
    const form = new FormData();
    const files = [];
    for (const [name, value] of Object.entries(parameters)) {
        if (value === undefined || value === null)
            continue;
        const isList = Array.isArray(value);
        for (const item of isList ? value : [value]) {
            const field = isList ? `${name}[]` : name;
            if (item instanceof Blob)
                files.push([field, item]);
            else
                form.append(field, typeof item === 'object' && item !== null ? JSON.stringify(item) : String(item));
        }
    }
    for (const [field, file] of files)
        form.append(field, file, fileName(file));
    return form;
}
function fileName(file) {
    return 'name' in file && typeof file.name === 'string' && file.name !== '' ? file.name : 'file';
}
