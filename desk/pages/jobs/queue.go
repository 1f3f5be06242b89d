package jobs

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"gammonlab/desk/pages/scheduler"
	"gammonlab/internal/journal"
)

// entry is what the queue keeps of a job.
type entry struct {
	ID    string    `json:"id"`
	Of    string    `json:"kind"`
	Began time.Time `json:"began"`
	About string    `json:"about"` // its settings in words
	request
	Made string `json:"made,omitempty"` // path of the file that it makes, below the folder of the jobs' databases

	State  scheduler.State `json:"state"`
	Error  string          `json:"error,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Text   string          `json:"text,omitempty"` // of the result
}

// queueKind is the format of a queue's file. A frame is an entry; the last one of a job counts.
var queueKind = journal.Kind{Name: "jobs", Version: 1}

// queueFile is the name of the file.
const queueFile = "jobs.queue"

// queue keeps the jobs in a file, so that another server continues them. Without a file it keeps
// nothing. It is safe for concurrent use.
type queue struct {
	mu  sync.Mutex
	log *journal.Journal // nil without a file
}

// openQueue opens the queue in a folder, "" for none, and returns the jobs of earlier servers,
// the oldest first, at most the newest ones that a server keeps.
func openQueue(folder string) (*queue, []entry, error) {
	q := new(queue)
	if folder == "" {
		return q, nil, nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, nil, err
	}
	var all []entry
	var err error
	q.log, err = journal.Open(filepath.Join(folder, queueFile), queueKind, struct{}{}, func(frame []byte) error {
		var e entry
		if err := json.Unmarshal(frame, &e); err != nil {
			return err
		}
		if i := slices.IndexFunc(all, func(known entry) bool { return known.ID == e.ID }); i >= 0 {
			all[i] = e
		} else {
			all = append(all, e)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	all = newest(all)
	return q, all, q.log.Rewrite(func(add func(frame []byte) error) error {
		for i := range all {
			frame, err := json.Marshal(&all[i])
			if err == nil {
				err = add(frame)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// newest drops the oldest jobs that have ended if there are too many.
func newest(all []entry) []entry {
	for i := 0; len(all) > keep && i < len(all); {
		if s := (scheduler.Status{State: all[i].State}); s.Ended() {
			all = slices.Delete(all, i, i+1)
		} else {
			i++
		}
	}
	return all
}

// write keeps the present state of a job on the disk.
func (q *queue) write(e *entry) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.log == nil {
		return nil
	}
	frame, err := json.Marshal(e)
	if err == nil {
		err = q.log.Append(frame)
	}
	if err == nil {
		err = q.log.Sync()
	}
	return err
}

// close ends the use of the file.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.log != nil {
		q.log.Close() // all frames are on the disk
	}
}
