package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/wire"
	"gammonlab/internal/must"
)

// A stock server with the configuration accepts the same clients as this
// server, with the same permissions.
func TestStockConfig(t *testing.T) {
	t.Parallel()
	k := serveKeyed(t, "worker-1", "submitter-1", "admin", "worker-2")
	must.Get(k.keys.Revoke("worker-2"))(t)
	o := serverAt(filepath.Join(k.dir, "stock"))
	o.Keys, o.Token, o.Listen = k.keys.Path, filepath.Join(k.dir, "token"), "127.0.0.1:4299"
	o.TLSCert, o.TLSKey = newAuthority(t, k.dir).issue(t, "server")
	must.OK(t, os.WriteFile(o.Token, []byte("0123456789abcdef\n"), 0o600))
	text := must.Get(StockConfig(o))(t)
	if strings.Contains(string(text), "0123456789abcdef") {
		t.Error("the token is in the configuration")
	}
	file := filepath.Join(k.dir, "nats.conf")
	must.OK(t, os.WriteFile(file, text, 0o600))
	options := must.Get(server.ProcessConfigFile(file))(t)
	if options.TLSConfig == nil || options.StoreDir != o.Store || options.MaxPayload != maxPayload || options.JetStreamMaxStore != testStore {
		t.Errorf("got %+v", options)
	}
	options.Port, options.TLSConfig, options.NoSigs, options.AuthTimeout = server.RANDOM_PORT, nil, true, pooltest.Long.Seconds()
	stock := must.Get(server.NewServer(options))(t)
	stock.Start()
	t.Cleanup(stock.Shutdown)
	if !stock.ReadyForConnections(pooltest.Long) {
		t.Fatal("the stock server is not ready")
	}
	s := &Server{nats: stock, keys: k.keys, url: "nats://" + stock.Addr().String()}
	k.Server = s
	mine := wire.Address{Owner: k.public(t, "submitter-1"), ID: "job"}
	for _, c := range []struct {
		role string
		may  bool
		act  action
	}{
		{"worker-1", false, send(mine.Shard("1", 0))},
		{"worker-1", true, send(mine.Result("1", k.public(t, "worker-1")))},
		{"submitter-1", true, send(mine.Shard("1", 0))},
		{"submitter-1", false, listenTo(">")},
		{"admin", true, listenTo(">")},
	} {
		conn, failed := k.as(t, c.role)
		if err := attempt(t.Context(), conn, failed, c.act, c.may); c.may != (err == nil) {
			t.Errorf("%s: got %v", c.role, err)
		}
	}
	connect(t, s, nats.UserInfo(wire.TokenUser, "0123456789abcdef"))
	_, err := nats.Connect(s.URL(), nats.Timeout(pooltest.Long), must.Get(nats.NkeyOptionFromSeed(k.seed("worker-2")))(t))
	must.Fail(t, err, "Authorization Violation", "a revoked key")
}
