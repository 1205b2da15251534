/** PGDATA, PGPORT and the like must not steer our PostgreSQL, nor may it see the server's secrets. */
export const postgresEnvironment = (): NodeJS.ProcessEnv => {
  const passed = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'SYSTEMROOT', 'TZ']
  return {
    ...Object.fromEntries(passed.map((name) => [name, process.env[name]])),
    LC_ALL: 'C',
  }
}
