package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gammonlab/farm/pooltest"
	"gammonlab/farm/submit"
	"gammonlab/farm/wire"

	"github.com/nats-io/nats-server/v2/server"
)

// If the server refuses a publication for lack of permission, the job ends with
// the server's reason.
func TestRefusedPublish(t *testing.T) {
	t.Parallel()
	allow := &server.SubjectPermission{Allow: append(submitterPermissions("me").Publish, "$JS.API.STREAM.INFO.*", "$JS.API.STREAM.CREATE.*")}
	for i, subject := range allow.Allow {
		if strings.HasPrefix(subject, wire.TokenWork+".") {
			allow.Allow[i] = "nothing"
		}
	}
	s := pooltest.StartNATSAt(t, &server.Options{DontListen: true, StoreDir: t.TempDir(), NoAuthUser: "me",
		Users: []*server.User{{Username: "me", Password: "x", Permissions: &server.Permissions{Publish: allow}}}})
	b := &pooltest.Book{T: t}
	err := submit.New(pooltest.Join(t, s, "me"), quick()).Run(t.Context(), pooltest.Job(pooltest.Spec{Took: time.Millisecond}, nil), pooltest.Numbers(0, 2000), b.Take, b.Sync)
	if !errors.Is(err, wire.ErrRefused) || !strings.Contains(err.Error(), "work.me.") {
		t.Errorf("got %v", err)
	}
}
