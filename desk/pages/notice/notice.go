// Package notice tells users that work has ended or that something has happened in it: by a stream for
// their browsers, and by a function for what the owner of the server chose.
//
// Not for other modules.
package notice

import (
	"encoding/json"
	"net/http"
	"sync/atomic"
	"time"

	"gammonlab/desk/pages/site"
	"gammonlab/desk/pages/stream"
)

// Events of notices.
const (
	Done     = "done"     // work has ended
	Stopped  = "stopped"  // a run was interrupted
	Failed   = "failed"   // work has ended with an error
	Diverged = "diverged" // the loss of a run has doubled, or its weights are too large
	Best     = "best"     // a run is better than all others
)

// Notice is a message to users.
type Notice struct {
	Event string    `json:"event"`
	Title string    `json:"title"`
	Text  string    `json:"text"`
	Path  string    `json:"path"` // of the page about it
	Time  time.Time `json:"time"`
}

// Notices passes notices on. It is safe for concurrent use; a nil one has no users.
type Notices struct {
	topic     *stream.Topic
	send      func(text []byte)
	followers atomic.Int64
}

// New returns notices that also go to a function, as JSON; nil for none. It must not block.
func New(send func(text []byte)) *Notices { return &Notices{topic: stream.NewTopic(), send: send} }

// path is the path of the stream.
const path = "/notices"

// Register adds the stream.
func (n *Notices) Register(s *site.Site, hub *stream.Hub) {
	s.SetNotices(path)
	s.Page("GET "+path, func(w http.ResponseWriter, r *http.Request) error {
		n.followers.Add(1)
		defer n.followers.Add(-1)
		return hub.Serve(w, r, n.topic)
	})
}

// Wanted reports whether anybody listens.
func (n *Notices) Wanted() bool { return n != nil && (n.send != nil || n.followers.Load() > 0) }

// Say tells users.
func (n *Notices) Say(of Notice) {
	if n == nil {
		return
	}
	of.Time = time.Now().UTC()
	text, err := json.Marshal(&of)
	if err != nil {
		panic(err) // a notice has a JSON form
	}
	n.topic.Publish(stream.Append, string(text))
	if n.send != nil {
		n.send(text)
	}
}
