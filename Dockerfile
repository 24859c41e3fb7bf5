# The service in a container: not as root, with a read-only root file system, and its data in /data.
#
#   npm pack && docker build -t counterpart .
#   docker run --read-only --tmpfs /tmp -v counterpart:/data -p 8080:8080 counterpart
#
# The context holds the package alone (.dockerignore).
FROM node:24-slim AS install
WORKDIR /opt/counterpart
COPY counterpart-match-*.tgz /tmp/counterpart.tgz
RUN npm install --omit=dev --no-audit --no-fund --no-save /tmp/counterpart.tgz

FROM node:24-slim
COPY --from=install /opt/counterpart /opt/counterpart
RUN mkdir -p /data/artifacts && chown -R node:node /data
USER node
WORKDIR /data
VOLUME /data
ENV COUNTERPART_DATA=/data HOST=0.0.0.0 PORT=8080 NODE_COMPILE_CACHE=/tmp/compiled
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/opt/counterpart/node_modules/.bin/counterpart"]
CMD ["serve"]
