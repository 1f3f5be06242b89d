// Package jetstream has the shards of jobs done by workers on other machines, over a
// NATS server with JetStream. It is the only package that imports NATS.
//
// The journal of the command that submits a job is the truth, and the server a cache
// of what is in flight: the stream [StreamWork] holds a window of shards, and
// [StreamResults] the results that the journal does not have yet. Whatever the server
// forgets is offered again. Equal shards give equal bytes, so that a shard which is
// done twice does no harm.
package jetstream
