package jetstream

import (
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names of the streams.
const (
	StreamWork    = "WORK"    // shards without a result, one message for each subject
	StreamResults = "RESULTS" // results that no journal contains yet
	StreamJobs    = "JOBS"    // the jobs, their progress and their pauses
	StreamWorkers = "WORKERS" // the present workers
	StreamFiles   = "FILES"   // the files of jobs, in pieces
)

// First tokens of subjects. The whole subjects are
//
//	work.OWNER.JOB.SHARD.ATTEMPT     a shard to compute
//	result.OWNER.JOB.SHARD.WORKER    its result
//	job.OWNER.JOB                    a [Job]
//	canary.OWNER.JOB                 a shard and its result, see [Canary]
//	progress.OWNER.JOB               its [Progress]
//	pause.OWNER.JOB                  exists while the job is paused
//	worker.WORKER.INSTANCE           a [Worker]
//	file.OWNER.SHA256.PIECE          a piece of a file
//	control.OWNER.JOB                an order to a running job; in no stream
//
// OWNER and WORKER are the public keys of the submitter and the worker, or names if the
// server requires no keys. Because the subjects contain them, a server can limit each
// client to its own subjects. Any number of processes may share a key; each is an INSTANCE.
const (
	tokenWork     = "work"
	tokenResult   = "result"
	tokenJob      = "job"
	tokenCanary   = "canary"
	tokenProgress = "progress"
	tokenPause    = "pause"
	tokenWorker   = "worker"
	tokenFile     = "file"
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

func workerSubject(key, instance string) string { return tokenWorker + "." + key + "." + instance }

// fileSubject returns the subject of all pieces of the owner's file. Each owner stores files of
// its own, so nobody replaces those of others.
func fileSubject(owner, sha256 string) string { return tokenFile + "." + owner + "." + sha256 + ".>" }

func pieceSubject(owner, sha256 string, piece int64) string {
	return fmt.Sprintf("%s.%s.%s.%d", tokenFile, owner, sha256, piece)
}

// Streams returns the configurations of all streams. maxBytes limits the bytes that the
// server stores: RESULTS gets three eighths, WORK and FILES a quarter each, JOBS an eighth; 0
// for no limit. If a full stream refuses a message, the client tries again later.
func Streams(maxBytes int64) []jetstream.StreamConfig {
	eighth := maxBytes / 8
	queue := func(name, subject string, maxBytes int64) jetstream.StreamConfig {
		return jetstream.StreamConfig{Name: name, Subjects: []string{subject}, Retention: jetstream.WorkQueuePolicy,
			Storage: jetstream.FileStorage, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxMsgsPerSubject: 1,
			MaxBytes: bound(maxBytes), MaxAge: JobAge}
	}
	table := func(name string, maxAge time.Duration, subjects ...string) jetstream.StreamConfig {
		return jetstream.StreamConfig{Name: name, Subjects: subjects, Storage: jetstream.FileStorage, MaxMsgsPerSubject: 1,
			MaxBytes: -1, MaxAge: maxAge, AllowDirect: true}
	}
	workers := table(StreamWorkers, WorkerAge, tokenWorker+".*.*")
	workers.Storage = jetstream.MemoryStorage
	files := table(StreamFiles, JobAge, tokenFile+".*.*.*")
	files.MaxBytes, files.Discard = bound(2*eighth), jetstream.DiscardNew
	jobs := table(StreamJobs, JobAge, tokenJob+".*.*", tokenCanary+".*.*", tokenProgress+".*.*", tokenPause+".*.*")
	jobs.MaxBytes, jobs.Discard = bound(eighth), jetstream.DiscardNew
	return []jetstream.StreamConfig{
		queue(StreamWork, tokenWork+".*.*.*.*", 2*eighth),
		queue(StreamResults, tokenResult+".*.*.*.*", 3*eighth),
		jobs,
		workers,
		files,
	}
}

func bound(maxBytes int64) int64 {
	if maxBytes <= 0 {
		return -1
	}
	return maxBytes
}

// permissions are the subjects that a client may publish to and subscribe to.
type permissions struct{ Publish, Subscribe []string }

// workerPermissions returns the permissions of the worker with the key. The worker cannot
// create consumers, so it cannot make the server send messages in another client's name.
func workerPermissions(key string) permissions {
	return permissions{
		Publish: []string{
			tokenResult + ".*.*.*." + key,
			tokenWorker + "." + key + ".*",
			"$JS.API.STREAM.INFO." + StreamJobs,
			"$JS.API.STREAM.INFO." + StreamFiles,
			"$JS.API.DIRECT.GET." + StreamJobs + ".>",
			"$JS.API.DIRECT.GET." + StreamFiles + ".>",
			"$JS.API.CONSUMER.INFO." + StreamWork + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + StreamWork + ".*",
			"$JS.ACK." + StreamWork + ".>",
		},
		Subscribe: []string{inbox(key) + ".>", tokenControl + ".*.*"},
	}
}

// submitterPermissions returns the permissions of the submitter with the key. The submitter
// can purge shards and results of other submitters, which then offer the shards again.
func submitterPermissions(key string) permissions {
	p := permissions{
		Publish: []string{
			tokenWork + "." + key + ".>",
			tokenJob + "." + key + ".*",
			tokenCanary + "." + key + ".*",
			tokenProgress + "." + key + ".*",
			tokenPause + "." + key + ".*",
			tokenControl + "." + key + ".*",
			tokenFile + "." + key + ".*.*",
			"$JS.API.CONSUMER.CREATE." + StreamWork + ".*." + tokenWork + "." + key + ".*.>",
			"$JS.API.CONSUMER.CREATE." + StreamResults + ".*." + tokenResult + "." + key + ".*.>",
			"$JS.API.CONSUMER.INFO." + StreamWork + ".*",
			"$JS.API.CONSUMER.INFO." + StreamResults + ".*",
			"$JS.API.CONSUMER.DELETE." + StreamWork + ".*",
			"$JS.API.CONSUMER.DELETE." + StreamResults + ".*",
			"$JS.API.CONSUMER.MSG.NEXT." + StreamResults + ".*",
			"$JS.ACK." + StreamResults + ".>",
			"$JS.API.STREAM.PURGE." + StreamWork,
			"$JS.API.STREAM.PURGE." + StreamResults,
			"$JS.API.STREAM.PURGE." + StreamJobs,
		},
		Subscribe: []string{inbox(key) + ".>", tokenControl + "." + key + ".*"},
	}
	for _, s := range Streams(0) {
		p.Publish = append(p.Publish, "$JS.API.STREAM.INFO."+s.Name, "$JS.API.STREAM.CREATE."+s.Name)
		if s.AllowDirect {
			p.Publish = append(p.Publish, "$JS.API.DIRECT.GET."+s.Name+".>")
		}
	}
	return p
}
