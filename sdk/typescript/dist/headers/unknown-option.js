/** The error for an option that does not exist, with the nearest one that does. */
/** Above this share of changed letters two names are different options, not a typo. */
const MAX_CHANGED_SHARE = 0.4;
export function unknownOption(option, known) {
    const nearest = nearestName(option, known);
    const more = nearest === null ? 'See the list of options in the README.' : `Did you mean "${nearest}"?`;
    return new TypeError(`There is no option "${option}". ${more} Custom headers begin with x, or go into the option headers.`);
}
function nearestName(option, known) {
    const name = option.toLowerCase();
    let nearest = null;
    let best = Number.POSITIVE_INFINITY;
    for (const candidate of known) {
        const changes = editDistance(name, candidate.toLowerCase());
        const isClose = changes <= MAX_CHANGED_SHARE * Math.max(name.length, candidate.length);
        if (isClose && changes < best)
            [nearest, best] = [candidate, changes];
    }
    return nearest;
}
/** The number of letters to add, remove or replace. */
function editDistance(one, other) {
    let row = Array.from({ length: other.length + 1 }, (_, i) => i);
    for (let i = 1; i <= one.length; i++) {
        const next = [i];
        for (let j = 1; j <= other.length; j++) {
            const replaced = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
            next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
        }
        row = next;
    }
    return row[other.length];
}
