/** Whether GraphiQL is served here, which it is not in production. The server says so in the page. */
export const hasGraphiql =
  document.querySelector<HTMLMetaElement>('meta[name="outturn-graphiql"]')?.content === 'on';
