package jetstream

import (
	"context"

	"github.com/nats-io/nats-server/v2/server"
)

// overview is the state of a farm for the page and the metrics.
type overview struct {
	*State
	streams map[string]server.StreamDetail // by name
}

// overview reads the state of the farm.
func (s *Server) overview(ctx context.Context) (*overview, error) {
	var o overview
	var err error
	if o.streams, err = s.streams(); err != nil {
		return nil, err
	}
	if o.State, err = s.client.State(ctx); err != nil {
		return nil, err
	}
	keys, err := s.keys.List()
	if err != nil {
		return nil, err
	}
	o.names = map[string]string{}
	for _, k := range keys {
		o.names[k.Public] = k.Name
	}
	return &o, nil
}

// streams returns the details of the embedded server's streams, by name.
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

// shards returns the number of waiting shards, the number of shards that workers compute,
// and how many of these another worker had before.
func (o *overview) shards() (waiting, inHand, again int) {
	for _, c := range o.streams[StreamWork].Consumer {
		inHand += c.NumAckPending
		again += c.NumRedelivered
	}
	return max(int(o.streams[StreamWork].State.Msgs)-inHand, 0), inHand, again
}

// results returns the number of results that wait for a journal.
func (o *overview) results() uint64 { return o.streams[StreamResults].State.Msgs }
