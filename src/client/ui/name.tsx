/**
 * The name of a person, brand, shop or site. It is the same in every language, and isolated, because it
 * would change the order of the words around it where they are written in the other direction.
 */
export const Name = ({ children }: { children: string }) => <bdi translate="no">{children}</bdi>
