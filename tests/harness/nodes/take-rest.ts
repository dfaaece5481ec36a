/**
 * Uses up what a burst of requests left of a rate limit, one request at a time, until every node has refused twice.
 * Returns how many were admitted. Units can be left because a node that was granted the last ones may return them to
 * Redis after the other nodes have refused the last requests of the burst.
 */
export async function takeRest(nodes: number, isAdmitted: (place: number) => Promise<boolean>): Promise<number> {
  let admitted = 0
  for (let refused = 0; refused < 2 * nodes; ) {
    if (await isAdmitted(refused % nodes)) admitted++
    else refused++
  }
  return admitted
}
