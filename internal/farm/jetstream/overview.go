package jetstream

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// overviewTimeout bounds how long a page or the metrics wait for the server.
const overviewTimeout = 5 * time.Second

// overview is what the page and the metrics show of a farm.
type overview struct {
	Jobs    []JobState
	Workers []Worker
	keys    map[string]string              // names by the public halves of keys
	streams map[string]server.StreamDetail // by name
}

// overview reads the state of the farm.
func (s *Server) overview(ctx context.Context) (*overview, error) {
	ctx, cancel := context.WithTimeout(ctx, overviewTimeout)
	defer cancel()
	var o overview
	var err error
	if o.streams, err = s.streams(); err != nil {
		return nil, err
	}
	if o.Jobs, err = s.client.Jobs(ctx); err != nil {
		return nil, err
	}
	if o.Workers, err = s.client.Workers(ctx); err != nil {
		return nil, err
	}
	keys, err := s.keys.List()
	if err != nil {
		return nil, err
	}
	o.keys = map[string]string{}
	for _, k := range keys {
		o.keys[k.Public] = k.Name
	}
	slices.SortFunc(o.Jobs, func(a, b JobState) int { return a.Since.Compare(b.Since) })
	slices.SortFunc(o.Workers, func(a, b Worker) int { return strings.Compare(a.Name+a.Instance, b.Name+b.Instance) })
	return &o, nil
}

// streams returns what the embedded server says of its streams, by name.
func (s *Server) streams() (map[string]server.StreamDetail, error) {
	info, err := s.nats.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true})
	if err != nil {
		return nil, err
	}
	all := map[string]server.StreamDetail{}
	for _, account := range info.AccountDetails {
		for _, stream := range account.Streams {
			all[stream.Name] = stream
		}
	}
	return all, nil
}

// shards returns how many shards wait, how many workers have in hand, and how many of
// those another worker had before.
func (o *overview) shards() (waiting, inHand, again int) {
	for _, c := range o.streams[StreamWork].Consumer {
		inHand += c.NumAckPending
		again += c.NumRedelivered
	}
	return max(int(o.streams[StreamWork].State.Msgs)-inHand, 0), inHand, again
}

// results returns how many results wait for a journal.
func (o *overview) results() uint64 { return o.streams[StreamResults].State.Msgs }

// holder returns the name of the key, or the key if it is not known.
func (o *overview) holder(key string) string {
	if name := o.keys[key]; name != "" {
		return name
	}
	return key
}
