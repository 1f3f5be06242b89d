package server

import (
	"context"
	"strings"

	"gammonlab/farm/wire"

	"github.com/nats-io/nats-server/v2/server"
)

// overview is the state of a farm for the page and the metrics.
type overview struct {
	*wire.State
	streams map[place]server.StreamDetail
	clients int // number of connections
}

// overview reads the state of the farm.
func (s *Server) overview(ctx context.Context) (*overview, error) {
	var o overview
	embedded, err := s.running()
	if err != nil {
		return nil, err
	}
	o.clients = embedded.NumClients()
	if o.streams, err = s.streams(); err != nil {
		return nil, err
	}
	if o.State, err = s.states(ctx); err != nil {
		return nil, err
	}
	o.NameOf = s.log.nameOf
	return &o, nil
}

// streams returns the details of the embedded server's streams.
func (s *Server) streams() (map[place]server.StreamDetail, error) {
	embedded, err := s.running()
	if err != nil {
		return nil, err
	}
	info, err := embedded.Jsz(&server.JSzOptions{Accounts: true, Streams: true, Consumer: true, Config: true})
	if err != nil {
		return nil, err
	}
	all := map[place]server.StreamDetail{}
	for _, account := range info.AccountDetails {
		name := account.Name
		if name == server.DEFAULT_GLOBAL_ACCOUNT {
			name = openAccount
		}
		for _, stream := range account.Streams {
			all[place{name, stream.Name}] = stream
		}
	}
	return all, nil
}

// shards returns the number of waiting shards, the number of shards that workers compute,
// and how many of these another worker had before.
func (o *overview) shards() (waiting, inHand, again int) {
	for _, stream := range o.of(wire.StreamWork) {
		for _, c := range stream.Consumer {
			inHand += c.NumAckPending
			again += c.NumRedelivered
		}
		waiting += int(stream.State.Msgs)
	}
	return max(waiting-inHand, 0), inHand, again
}

// results returns the number of results that wait for a journal.
func (o *overview) results() uint64 {
	n := uint64(0)
	for _, stream := range o.of(wire.StreamResults) {
		n += stream.State.Msgs
	}
	return n
}

// of returns the streams of a kind, of all owners.
func (o *overview) of(kind string) []server.StreamDetail {
	var all []server.StreamDetail
	for at, stream := range o.streams {
		if strings.HasPrefix(at.stream, wire.StreamOf(kind, "")) {
			all = append(all, stream)
		}
	}
	return all
}
