// Package jetstream distributes the shards of jobs to workers on other machines, over a
// NATS server with JetStream. It is the only package that imports NATS.
//
// The journal of the command that submits a job is authoritative. The server is only a
// cache of work in progress: the stream [StreamWork] contains a window of shards, and
// [StreamResults] the results that the journal lacks. If the server loses shards, the
// submitter offers them again. Equal shards give equal bytes, so computing a shard twice
// does no harm.
//
// Not for other modules.
package jetstream
