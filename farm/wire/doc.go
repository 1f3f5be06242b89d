// Package wire contains what the sides of a farm say to each other over a NATS server with
// JetStream: the names of subjects and streams, the messages with their limits and their
// signatures, and the [Client] with which submitters, workers and users connect.
//
// A submitter divides a job into shards and keeps the results in a journal, which is
// authoritative. Workers compute the shards. The server is only a cache of work in progress:
// the stream [StreamWork] contains a window of shards, and [StreamResults] the results that
// the journal lacks. If the server loses shards, the submitter offers them again. Equal shards
// give equal bytes, so computing a shard twice does no harm.
//
// Not for other modules.
package wire
