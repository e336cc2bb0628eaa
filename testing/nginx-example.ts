import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** deploy/proxy/nginx.conf in a whole configuration below `folder`, on loopback, with a certificate. Answers its file. */
export function nginxExample(folder: string, ports: { http: number; https: number }): string {
  mkdirSync(path.join(folder, 'logs'))
  const [certificate, key] = ['crels.pem', 'crels.key'].map((name) => path.join(folder, name))
  const subject = ['-subj', '/CN=crels.example', '-days', '1']
  const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key!, '-out', certificate!]
  execFileSync('openssl', ['req', '-x509', ...subject, ...made], { stdio: 'pipe' })
  const site = readFileSync(new URL('../deploy/proxy/nginx.conf', import.meta.url), 'utf8')
    .replace('/etc/ssl/certs/crels.pem', certificate!)
    .replace('/etc/ssl/private/crels.key', key!)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443', `listen 127.0.0.1:${ports.https}`)
  const config = path.join(folder, 'nginx.conf')
  const body = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    config,
    `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp { access_log off;\n${body.join('\n')}\n${site}\n}\n`,
  )
  return config
}
