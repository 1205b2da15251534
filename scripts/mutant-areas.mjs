/**
 * The files that `npm run mutants` changes, by area, and the tests that have to notice. These files hold
 * rules whose failure nobody sees: a wrong amount, a right of the wrong role, two products taken for one.
 * Their tests need no database: with one, each change takes seconds, and there are thousands.
 */
export const AREAS = {
  money: {
    mutate: ['src/shared/domain/{price,price-comparison,typed-price,currency,offer}.ts'],
    tests: ['src/shared/domain/{price,offer}.test.ts', 'src/client/catalog/products/price.test.ts'],
  },
  permissions: {
    mutate: ['src/shared/contract/permissions.ts', 'src/server/core/http/caller.ts'],
    tests: ['src/server/core/http/{caller,serve}.test.ts'],
  },
  alerts: {
    mutate: ['src/shared/domain/alert.ts'],
    tests: ['src/shared/domain/alert.test.ts'],
  },
  publishing: {
    mutate: [
      'src/server/features/studio/{publishable-items,published-pictures}.ts',
      'src/shared/domain/{claim,person-name}.ts',
    ],
    tests: [
      'src/server/features/studio/{publishable-items,published-pictures}.test.ts',
      'src/shared/domain/person-name.test.ts',
    ],
  },
  search: {
    mutate: [
      'src/server/features/search/{product-search.service,leading-products.service,query-plan.service,price-filter.service,narrower-words.service,list-parts,query-preferences,relaxations}.ts',
      'src/server/features/search/words/{read-query,read-spelling,query-phrases,free-words,query-size,excluded-attributes,query-conditions}.ts',
    ],
    tests: [
      'src/server/features/search/{search-plan,search-reply,small-catalog-search,filter-labels}.test.ts',
      'src/server/features/search/words/{ambiguous-query,read-query,query-conditions,spelling}.test.ts',
    ],
    // Patterns and tables, which are read once, would each take all tests of the area.
    ignoresStatic: true,
  },
  feeds: {
    mutate: ['src/server/features/ingest/{feed-columns,feed-item,sizes,staged-item}.ts'],
    tests: [
      'src/server/features/ingest/{feed-item,feed-parser,nasty-feeds,delimited-feed,xml-feed,classification}.test.ts',
    ],
    ignoresStatic: true,
  },
}
