import { isNode, type SchemaNode, valuesOf } from '../../values/nodes.ts';

/**
 * Hangs what a JSON:API document keeps apart ("included", pointed to by type and id) on the resources that point to it, under the
 * relationship's name. Any other object stays as it is.
 */
export function attachIncluded(document: SchemaNode): void {
  const { included, data } = document;
  if (!Array.isArray(included) || data === undefined) return;
  const byPointer = new Map<string, SchemaNode>();
  for (const resource of included.filter(isNode)) byPointer.set(pointerOf(resource), resource);
  for (const resource of valuesOf(data).filter(isNode)) attach(resource, byPointer);
}

const pointerOf = ({ type, id }: SchemaNode): string => `${String(type)}:${String(id)}`;

function attach(resource: SchemaNode, byPointer: ReadonlyMap<string, SchemaNode>): void {
  const { attributes, relationships } = resource;
  if (!isNode(attributes) || !isNode(relationships)) return;
  for (const [name, relationship] of Object.entries(relationships)) {
    if (!isNode(relationship) || name in attributes) continue;
    const linked = valuesOf(relationship['data'])
      .map((pointer) => isNode(pointer) && byPointer.get(pointerOf(pointer))?.['attributes'])
      .filter(isNode);
    const value = linked.length > 1 ? linked : linked[0];
    if (value) (attributes as Record<string, unknown>)[name] = value;
  }
}
