package jetstream

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// If the server refuses a publication for lack of permission, the job ends with
// the server's reason.
func TestRefusedPublish(t *testing.T) {
	t.Parallel()
	allow := &server.SubjectPermission{Allow: append(submitterPermissions("me").Publish, "$JS.API.STREAM.INFO.*", "$JS.API.STREAM.CREATE.*")}
	for i, subject := range allow.Allow {
		if strings.HasPrefix(subject, TokenWork+".") {
			allow.Allow[i] = "nothing"
		}
	}
	s := startServerAt(t, &server.Options{DontListen: true, StoreDir: t.TempDir(), NoAuthUser: "me",
		Users: []*server.User{{Username: "me", Password: "x", Permissions: &server.Permissions{Publish: allow}}}})
	b := &book{t: t}
	err := join(t, s, "me").Pool(quick()).Run(t.Context(), hashJob(hashSpec{Took: time.Millisecond}, nil), numbers(0, 2000), b.take, b.sync)
	if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "work.me.") {
		t.Errorf("got %v", err)
	}
}
