/**
 * How the tools of this process were used.
 * @module
 */
import { jsonResource } from "./resource.ts";

export const routingStats = jsonResource({
  uri: "frigg://stats/routing",
  name: "routing-stats",
  title: "Routing statistics",
  description:
    "Counters of this process; zero unless FRIGG_ROUTING_STATS is on; never sent anywhere",
  schemaId: "frigg.stats.routing.v1",
  value: ({ routingStats }) => routingStats(),
});
