import { useSearchParams } from 'react-router'
import { SelectionProducts } from './selection-products.tsx'
import { WordsResult } from './words-result.tsx'

const SearchResultPage = () => {
  const [params] = useSearchParams()
  const words = params.get('q')?.trim()
  return words ? <WordsResult words={words} /> : <SelectionProducts />
}

export default SearchResultPage
