import { HOME_TEXT } from '#shared/messages.ts'

const HomePage = () => <h1>{HOME_TEXT.headline}</h1>

export default HomePage
