package wire

import (
	"fmt"
	"strings"
	"time"
)

// Names of the streams. Each submitter has streams of its own, see [StreamOf], so no
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
	TokenWork     = "work"
	TokenResult   = "result"
	TokenJob      = "job"
	TokenCanary   = "canary"
	TokenProgress = "progress"
	TokenPause    = "pause"
	TokenWorker   = "worker"
	TokenOwner    = "owner"
	TokenFile     = "file"
	TokenOrder    = "order"
	TokenControl  = "control"
)

const (
	// InboxPrefix begins the subjects of answers to a client; the client's key follows.
	InboxPrefix = "_INBOX"

	// JobAge is the time after which the server removes a job, and its shards, results
	// and files, unless a client writes them again.
	JobAge = 7 * 24 * time.Hour

	// WorkerAge is the time for which the server keeps the state of a worker.
	WorkerAge = 30 * time.Second

	// Pending is a consumer's maximal number of unacknowledged messages, and of waiting
	// requests. The client's default of 1,000 would stop larger farms without an error.
	Pending = 65536

	// PieceSize is the size of the pieces of a file, in bytes. It must be below the server's
	// limit of 1 MiB for a message.
	PieceSize = 512 << 10
)

// Inbox returns the prefix of the subjects of answers to the client with the key.
func Inbox(key string) string { return InboxPrefix + "." + key }

// Address names a job: its owner and its number.
type Address struct{ Owner, ID string }

// ParseAddress reads the owner and number from a subject such as job.OWNER.JOB.
func ParseAddress(subject string) (Address, bool) {
	tokens := strings.Split(subject, ".")
	if len(tokens) < 3 {
		return Address{}, false
	}
	return Address{Owner: tokens[1], ID: tokens[2]}, true
}

// Subject returns the job's own subject with the first token, such as job.OWNER.JOB.
func (a Address) Subject(token string) string { return token + "." + a.Owner + "." + a.ID }

// Shards returns the subject of all the job's shards.
func (a Address) Shards() string { return a.Subject(TokenWork) + ".>" }

// Results returns the subject of all the job's results.
func (a Address) Results() string { return a.Subject(TokenResult) + ".>" }

// Shard returns the subject of an attempt at a shard, given the shard's token, see
// [ShardToken]. Attempts begin at 0.
func (a Address) Shard(token string, attempt int) string {
	return fmt.Sprintf("%s.%s.%d", a.Subject(TokenWork), token, attempt)
}

// Result returns the subject of a worker's result for the shard with the token.
func (a Address) Result(shard, worker string) string {
	return a.Subject(TokenResult) + "." + shard + "." + worker
}

// OwnerSubject returns the subject that says that the owner has jobs.
func OwnerSubject(owner string) string { return TokenOwner + "." + owner }

// WorkerSubject returns the subject of the state of a worker: a process with the key.
func WorkerSubject(key, instance string) string { return TokenWorker + "." + key + "." + instance }

// FileSubject returns the subject of all pieces of the owner's file. Each owner stores files of
// its own, so nobody replaces those of others.
func FileSubject(owner, sha256 string) string { return TokenFile + "." + owner + "." + sha256 + ".>" }

// PieceSubject returns the subject of a piece of the owner's file. Pieces begin at 0.
func PieceSubject(owner, sha256 string, piece int64) string {
	return fmt.Sprintf("%s.%s.%s.%d", TokenFile, owner, sha256, piece)
}

// Anyone stands for all owners in [StreamsOf] and in permissions.
const Anyone = "*"

// StreamOf returns the name of the owner's stream of a kind, such as StreamWork.
func StreamOf(kind, owner string) string {
	if owner == Anyone {
		return Anyone // part of a name cannot be a wildcard
	}
	return kind + "-" + owner
}

// Stream returns the name of the stream of a kind that contains messages of the job.
func (a Address) Stream(kind string) string { return StreamOf(kind, a.Owner) }

// StreamWith returns the name of the stream that contains the subject. The subject has at
// least a token and an owner.
func StreamWith(subject string) string {
	tokens := strings.SplitN(subject, ".", 3)
	switch tokens[0] {
	case TokenWorker:
		return StreamWorkers
	case TokenOwner:
		return StreamOwners
	case TokenWork:
		return StreamOf(StreamWork, tokens[1])
	case TokenResult:
		return StreamOf(StreamResults, tokens[1])
	case TokenFile:
		return StreamOf(StreamFiles, tokens[1])
	}
	return StreamOf(StreamJobs, tokens[1])
}

// Identity names a worker: one machine of those that share a key, as KEY/MACHINE. A machine
// without a name is all that the key stands for.
func Identity(key, machine string) string {
	if machine == "" {
		return key
	}
	return key + "/" + machine
}

// APINext returns the subject of JetStream's interface on which workers request shards of the
// owner's jobs.
func APINext(owner string) string {
	return "$JS.API.CONSUMER.MSG.NEXT." + StreamOf(StreamWork, owner) + ".*"
}

// APIAck returns the subjects of JetStream's interface on which workers acknowledge shards of
// the owner's jobs.
func APIAck(owner string) string { return "$JS.ACK." + StreamOf(StreamWork, owner) + ".>" }

// APITable returns the subject of JetStream's interface on which the messages of a stream are
// read.
func APITable(stream string) string { return "$JS.API.DIRECT.GET." + stream }

// ResultOf returns the subject of the owner's results that the worker computes.
func ResultOf(owner, worker string) string { return TokenResult + "." + owner + ".*.*." + worker }

// OfJob returns the subject of a token for all jobs of an owner.
func OfJob(token, owner string) string { return token + "." + owner + ".*" }
