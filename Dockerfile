# A simulated fleet tracking service: docker build -t roadtest . && docker run -p 4010:4010 roadtest
# The package is the same on every platform, so it is built on that of the builder, and the image itself runs nothing.
FROM --platform=$BUILDPLATFORM node:22-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts --pack-destination /packed
RUN npm install --global --ignore-scripts --prefix /installed /packed/*.tgz

FROM node:22-slim
COPY --from=build /installed /usr/local
USER node
WORKDIR /home/node
ENV NODE_ENV=production
EXPOSE 4010
# The check is of http on port 4010; with other options of serve, run it with --no-healthcheck or a check of your own.
HEALTHCHECK --interval=5s --timeout=3s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_control/health').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["roadtest"]
CMD ["serve", "--host", "0.0.0.0"]
