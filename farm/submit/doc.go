// Package submit runs jobs on the workers of a farm: a [Pool] publishes the shards of a job on
// a NATS server, checks the results that workers send, and passes them on in the order of the
// shards.
//
// One goroutine owns the state of a job, see run; the others send functions to it. The journal
// of the caller is authoritative. What the server loses is published again.
//
// Not for other modules.
package submit
