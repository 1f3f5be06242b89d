package jetstream

import (
	"fmt"
	"strings"
	"time"
)

// Names of the streams. Each submitter has streams of its own, see [streamOf], so no
// submitter can fill or empty those of another.
const (
	StreamWork    = "WORK"    // shards without a result, one message for each subject
	StreamResults = "RESULTS" // results that no journal contains yet
	StreamJobs    = "JOBS"    // the jobs, their progress and their pauses
	StreamFiles   = "FILES"   // the files of jobs, in pieces

	// Streams that all clients share.
	StreamWorkers = "WORKERS" // the present workers
	StreamOwners  = "OWNERS"  // the submitters with jobs
)

// First tokens of subjects. The whole subjects are
//
//	work.OWNER.JOB.SHARD.ATTEMPT     a shard to compute
//	result.OWNER.JOB.SHARD.WORKER    its result
//	job.OWNER.JOB                    a [Job]
//	canary.OWNER.JOB                 a shard and its result, see [Canary]
//	progress.OWNER.JOB               its [Progress]
//	pause.OWNER.JOB                  has content while the job is paused
//	worker.WORKER.INSTANCE           a [Worker]
//	owner.OWNER                      says that the submitter has jobs
//	file.OWNER.SHA256.PIECE          a piece of a file
//	order.OWNER.JOB                  an order to the submitter; in no stream
//	control.OWNER.JOB                tells workers that the job has changed; in no stream
//
// OWNER and WORKER are the public keys of the submitter and the worker, or names if the
// server requires no keys. Because the subjects contain them, a server can limit each
// client to its own subjects, and readers know whose signature to require. Any number of
// processes may share a key; each is an INSTANCE. An empty job, canary or pause counts as
// none: an admin, who cannot remove the messages of others, replaces them.
const (
	tokenWork     = "work"
	tokenResult   = "result"
	tokenJob      = "job"
	tokenCanary   = "canary"
	tokenProgress = "progress"
	tokenPause    = "pause"
	tokenWorker   = "worker"
	tokenOwner    = "owner"
	tokenFile     = "file"
	tokenOrder    = "order"
	tokenControl  = "control"
)

const (
	// InboxPrefix begins the subjects of answers to a client; the client's key follows.
	InboxPrefix = "_INBOX"

	// JobAge is the time after which the server removes a job, and its shards, results
	// and files, unless a client writes them again.
	JobAge = 7 * 24 * time.Hour

	// WorkerAge is the time for which the server keeps the state of a worker.
	WorkerAge = 30 * time.Second

	// pending is a consumer's maximal number of unacknowledged messages, and of waiting
	// requests. The client's default of 1,000 would stop larger farms without an error.
	pending = 65536

	// pieceSize is the size of the pieces of a file, in bytes. It must be below the server's
	// limit of 1 MiB for a message.
	pieceSize = 512 << 10
)

// inbox returns the prefix of the subjects of answers to the client with the key.
func inbox(key string) string { return InboxPrefix + "." + key }

// address names a job: its owner and its number.
type address struct{ Owner, ID string }

// parseAddress reads the owner and number from a subject such as job.OWNER.JOB.
func parseAddress(subject string) (address, bool) {
	tokens := strings.Split(subject, ".")
	if len(tokens) < 3 {
		return address{}, false
	}
	return address{Owner: tokens[1], ID: tokens[2]}, true
}

func (a address) subject(token string) string { return token + "." + a.Owner + "." + a.ID }

// shards returns the subject of all the job's shards, results the subject of all its
// results.
func (a address) shards() string  { return a.subject(tokenWork) + ".>" }
func (a address) results() string { return a.subject(tokenResult) + ".>" }

func (a address) shard(token string, attempt int) string {
	return fmt.Sprintf("%s.%s.%d", a.subject(tokenWork), token, attempt)
}

func (a address) result(shard, worker string) string {
	return a.subject(tokenResult) + "." + shard + "." + worker
}

func ownerSubject(owner string) string { return tokenOwner + "." + owner }

func workerSubject(key, instance string) string { return tokenWorker + "." + key + "." + instance }

// fileSubject returns the subject of all pieces of the owner's file. Each owner stores files of
// its own, so nobody replaces those of others.
func fileSubject(owner, sha256 string) string { return tokenFile + "." + owner + "." + sha256 + ".>" }

func pieceSubject(owner, sha256 string, piece int64) string {
	return fmt.Sprintf("%s.%s.%s.%d", tokenFile, owner, sha256, piece)
}

// anyone stands for all owners in [StreamsOf] and in permissions.
const anyone = "*"

// streamOf returns the name of the owner's stream of a kind, such as StreamWork.
func streamOf(kind, owner string) string {
	if owner == anyone {
		return anyone // part of a name cannot be a wildcard
	}
	return kind + "-" + owner
}

// stream returns the name of the stream of a kind that contains messages of the job.
func (a address) stream(kind string) string { return streamOf(kind, a.Owner) }

// streamWith returns the name of the stream that contains the subject. The subject has at
// least a token and an owner.
func streamWith(subject string) string {
	tokens := strings.SplitN(subject, ".", 3)
	switch tokens[0] {
	case tokenWorker:
		return StreamWorkers
	case tokenOwner:
		return StreamOwners
	case tokenWork:
		return streamOf(StreamWork, tokens[1])
	case tokenResult:
		return streamOf(StreamResults, tokens[1])
	case tokenFile:
		return streamOf(StreamFiles, tokens[1])
	}
	return streamOf(StreamJobs, tokens[1])
}

// identity names a worker: one machine of those that share a key, as KEY/MACHINE. A machine
// without a name is all that the key stands for.
func identity(key, machine string) string {
	if machine == "" {
		return key
	}
	return key + "/" + machine
}

// Subjects of JetStream's interface.
func apiNext(owner string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + streamOf(StreamWork, owner) + ".*"
}

func apiAck(owner string) string { return "$JS.ACK." + streamOf(StreamWork, owner) + ".>" }

func apiTable(stream string) string { return "$JS.API.DIRECT.GET." + stream }

// resultOf returns the subject of the owner's results that the worker computes.
func resultOf(owner, worker string) string { return tokenResult + "." + owner + ".*.*." + worker }

// ofJob returns the subject of a token for all jobs of an owner.
func ofJob(token, owner string) string { return token + "." + owner + ".*" }
