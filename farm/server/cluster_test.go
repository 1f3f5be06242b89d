package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"
	"gammonlab/farm/worker"
	"gammonlab/internal/must"
)

// startCluster starts three stock servers that form a cluster, with the configuration that
// docs/farm.md describes, and returns them with an address that names all.
func startCluster(t *testing.T, keys KeyFile) ([]*server.Server, string) {
	t.Helper()
	const n = 3
	var routes []string
	for range n {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", pooltest.FreePort(t)))
	}
	var all []*server.Server
	for i := range n {
		dir := t.TempDir()
		o := serverAt(dir)
		o.Keys = keys.Path
		var config map[string]any
		must.OK(t, json.Unmarshal(must.Get(StockConfig(o))(t), &config))
		config["server_name"] = fmt.Sprint("node", i)
		config["cluster"] = map[string]any{"name": "farm", "listen": strings.TrimPrefix(routes[i], "nats://"), "routes": routes}
		file := filepath.Join(dir, "nats.conf")
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		must.OK(t, encoder.Encode(config))
		must.OK(t, os.WriteFile(file, text.Bytes(), 0o600))
		options := must.Get(server.ProcessConfigFile(file))(t)
		options.Port, options.NoSigs, options.NoLog = server.RANDOM_PORT, true, true
		s := must.Get(server.NewServer(options))(t)
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		all = append(all, s)
	}
	var urls []string
	for _, s := range all {
		pooltest.Wait(t, "the cluster", func() bool { return s.ReadyForConnections(time.Second) && s.JetStreamIsCurrent() })
		urls = append(urls, "nats://"+s.Addr().String())
	}
	return all, strings.Join(urls, ",")
}

// In a cluster of three servers, a job continues when one of them ends.
func TestCluster(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, seeds := KeysOf(dir), map[string]string{}
	for _, name := range []string{"admin", "submitter-1", "worker-0", "worker-1", "worker-2"} {
		role, _, _ := strings.Cut(name, "-")
		seeds[name] = filepath.Join(dir, SeedFile(name))
		must.Get(keys.Add(Role(role), name, seeds[name]))(t)
	}
	servers, urls := startCluster(t, keys)
	client := func(name string) *wire.Client {
		c := must.Get(wire.Dial(t.Context(), wire.Options{URL: urls, Key: seeds[name]}))(t)
		t.Cleanup(c.Close)
		return c
	}
	pooltest.Wait(t, "the shared streams, which an admin creates", func() bool {
		_, err := client("admin").Jobs(t.Context())
		return err == nil
	})
	for i := range 3 {
		pooltest.StartWorker(t, client(fmt.Sprint("worker-", i)), worker.Options{})
	}
	spec := pooltest.Spec{Salt: "cluster", Took: time.Millisecond}
	submitter := client("submitter-1")
	ended := false
	b := &pooltest.Book{T: t, OnTake: func(n uint64) error {
		if n >= 1000 && !ended {
			ended = true
			info := must.Get(submitter.JetStream().Stream(t.Context(), wire.StreamOf(wire.StreamWork, submitter.Key())))(t).CachedInfo()
			if info.Config.Replicas != 3 {
				t.Errorf("%d servers keep the shards", info.Config.Replicas)
			}
			for _, s := range servers {
				if s.Name() == info.Cluster.Leader {
					s.Shutdown()
					s.WaitForShutdown()
				}
			}
		}
		return nil
	}}
	must.OK(t, submit.New(submitter, quick()).Run(t.Context(), pooltest.Job(spec, nil), pooltest.Numbers(0, 3000), b.Take, b.Sync))
	b.Want(spec, 3000)
	if !ended {
		t.Error("no server ended")
	}
}
