package server

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"gammonlab/farm/wire"

	"golang.org/x/crypto/bcrypt"
)

// A server with keys gives each key an account of NATS, and the admins one together. Subjects
// and streams of an account are out of reach of the others, except what it exports; only the
// configuration of the server imports, never a client. The table of docs/farm.md, "Who may do
// what", follows from the exports and imports in this file:
//
//   - A submitter's account has its streams. It exports the shards, the jobs and the files to
//     workers, who send results back, each in its own name only.
//   - The account of the admins has the shared streams. Workers store their states there, and
//     submitters read them.
//
// An answer of the server to a request through an import returns to the account of the client
// that sent it, whatever subject the client wants it on. So nobody can have the server write in
// another's account.
//
// Clients with the token share an account, which has no exports and no imports.

const (
	adminAccount = "ADMIN"
	tokenAccount = "TOKEN"
	openAccount  = "" // of a server without keys and token; NATS names it $G
)

// accounts says who may connect to a server.
type accounts struct {
	keys  []Key  // that are not revoked
	token string // "" for none
	asked bool   // clients must identify themselves, even if there are no keys
}

// accounts reads the file of the keys and the file of the token.
func (s *Server) accounts() (*accounts, error) {
	a := &accounts{}
	if _, err := os.Stat(s.keys.Path); err == nil {
		s.keyed = true // also if all keys are revoked
	} else if !errors.Is(err, fs.ErrNotExist) || s.keyed || s.options.Keys != "" {
		return nil, fmt.Errorf("keys: %w", err)
	}
	all, err := s.keys.List()
	if err != nil {
		return nil, err
	}
	if s.log != nil { // not for StockConfig
		s.log.set(all)
	}
	a.keys = slices.DeleteFunc(all, func(k Key) bool { return !k.Revoked.IsZero() })
	a.asked = s.keyed
	if s.options.Token != "" {
		a.asked = true
		if a.token, err = wire.ReadToken(s.options.Token); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// home returns the account with the shared streams of the clients with keys, or of all clients.
func (a *accounts) home() string {
	if a.asked {
		return adminAccount
	}
	return openAccount
}

// anonymous returns the accounts whose clients choose their names.
func (a *accounts) anonymous() []string {
	switch {
	case !a.asked:
		return []string{openAccount}
	case a.token != "":
		return []string{tokenAccount}
	}
	return nil
}

// of returns the account of the key.
func of(k Key) string {
	if k.Role == RoleAdmin {
		return adminAccount
	}
	return k.Public
}

// owners returns the keys that may submit jobs.
func (a *accounts) owners() []Key {
	return slices.DeleteFunc(slices.Clone(a.keys), func(k Key) bool { return k.Role == RoleWorker })
}

// owns reports whether the key submits jobs from the account.
func (a *accounts) owns(account, key string) bool {
	return slices.ContainsFunc(a.owners(), func(k Key) bool { return k.Public == key && of(k) == account })
}

// natsAccount is an account in the configuration of NATS.
type natsAccount struct {
	JetStream string       `json:"jetstream,omitempty"`
	Users     []natsUser   `json:"users"`
	Exports   []natsExport `json:"exports,omitempty"`
	Imports   []natsImport `json:"imports,omitempty"`
}

type natsUser struct {
	Nkey        string       `json:"nkey,omitempty"`
	User        string       `json:"user,omitempty"`
	Password    string       `json:"password,omitempty"`
	Permissions *permissions `json:"permissions,omitempty"`
}

// natsExport is what other accounts may use: messages of a subject, or requests to it.
type natsExport struct {
	Stream   string `json:"stream,omitempty"`
	Service  string `json:"service,omitempty"`
	Response string `json:"response_type,omitempty"` // "Stream" for several answers to a request
}

type natsImport struct {
	Stream  *natsSubject `json:"stream,omitempty"`
	Service *natsSubject `json:"service,omitempty"`
}

type natsSubject struct {
	Account string `json:"account"`
	Subject string `json:"subject"`
}

// permissions are the subjects that a client may use inside its account. They add nothing to
// the limits of the account, but the client gets a clear error, and the server a line in its log.
type permissions struct {
	Publish   []string `json:"publish"`
	Subscribe []string `json:"subscribe"`
}

// enabled is the value of JetStream of an account with streams.
const enabled = "enabled"

// config returns the accounts of the configuration of NATS, nil for a server that is open to all.
// self returns the public key of the server's own connections to an account; nil for none.
func (a *accounts) config(self func(account string) string) (map[string]*natsAccount, error) {
	if !a.asked {
		return nil, nil
	}
	all := map[string]*natsAccount{adminAccount: {JetStream: enabled, Users: []natsUser{}, Exports: sharedExports()}}
	owners := a.owners()
	for _, k := range a.keys {
		if all[of(k)] == nil {
			all[of(k)] = &natsAccount{}
		}
		account := all[of(k)]
		user := natsUser{Nkey: k.Public}
		switch k.Role {
		case RoleWorker:
			account.Imports = workerImports(k.Public, owners)
			user.Permissions = used(account.Imports, wire.Inbox(k.Public)+".>", wire.TokenControl+".*.*")
		case RoleSubmitter:
			account.JetStream, account.Exports, account.Imports = enabled, ownerExports(k.Public), submitterImports(k.Public)
			user.Permissions = submitterPermissions(k.Public)
		case RoleAdmin:
			account.Exports = append(account.Exports, ownerExports(k.Public)...)
		}
		account.Users = append(account.Users, user)
	}
	for _, k := range owners {
		if of(k) != adminAccount {
			all[adminAccount].Imports = append(all[adminAccount].Imports, adminImports(k.Public)...)
		}
	}
	if a.token != "" {
		// The lowest cost is enough: nobody can guess a random token, and clients connect often.
		hash, err := bcrypt.GenerateFromPassword([]byte(a.token), bcrypt.MinCost)
		if err != nil {
			return nil, err
		}
		all[tokenAccount] = &natsAccount{JetStream: enabled, Users: []natsUser{{User: wire.TokenUser, Password: string(hash), Permissions: tokenPermissions()}}}
	}
	for name, account := range all {
		if self != nil && account.JetStream != "" {
			account.Users = append(account.Users, natsUser{Nkey: self(name)})
		}
	}
	return all, nil
}

func services(subjects ...string) []natsExport {
	var all []natsExport
	for _, s := range subjects {
		all = append(all, natsExport{Service: s})
	}
	return all
}

// tableExport exports the reading of a table.
func tableExport(stream string) natsExport {
	return natsExport{Service: wire.APITable(stream), Response: "Stream"}
}

func sharedExports() []natsExport {
	all := services(wire.TokenWorker+".*.*", wire.TokenOwner+".*")
	return append(all, tableExport(wire.StreamWorkers), tableExport(wire.StreamOwners))
}

// ownerExports returns what workers and admins may use of a submitter.
func ownerExports(owner string) []natsExport {
	all := services(wire.APINext(owner), wire.APIAck(owner), wire.ResultOf(owner, wire.Anyone),
		wire.OfJob(wire.TokenJob, owner), wire.OfJob(wire.TokenPause, owner), wire.OfJob(wire.TokenOrder, owner))
	return append(all, natsExport{Stream: wire.OfJob(wire.TokenControl, owner)}, tableExport(wire.StreamOf(wire.StreamJobs, owner)), tableExport(wire.StreamOf(wire.StreamFiles, owner)))
}

// from imports services of the account.
func from(account string, subjects ...string) []natsImport {
	var all []natsImport
	for _, s := range subjects {
		all = append(all, natsImport{Service: &natsSubject{account, s}})
	}
	return all
}

func workerImports(key string, owners []Key) []natsImport {
	all := from(adminAccount, wire.OfJob(wire.TokenWorker, key), wire.APITable(wire.StreamOwners))
	for _, k := range owners {
		o := k.Public
		all = append(all, from(of(k), wire.APINext(o), wire.APIAck(o), wire.ResultOf(o, key), wire.APITable(wire.StreamOf(wire.StreamJobs, o)), wire.APITable(wire.StreamOf(wire.StreamFiles, o)))...)
		all = append(all, natsImport{Stream: &natsSubject{of(k), wire.OfJob(wire.TokenControl, o)}})
	}
	return all
}

func submitterImports(key string) []natsImport {
	return from(adminAccount, wire.OwnerSubject(key), wire.APITable(wire.StreamWorkers))
}

// adminImports returns what admins may do with a submitter's jobs: list, pause and end them.
func adminImports(owner string) []natsImport {
	return from(owner, wire.OfJob(wire.TokenJob, owner), wire.OfJob(wire.TokenPause, owner), wire.OfJob(wire.TokenOrder, owner), wire.APITable(wire.StreamOf(wire.StreamJobs, owner)))
}

// used returns the permissions to use the imported services, and to hear the given subjects.
func used(imports []natsImport, hear ...string) *permissions {
	p := &permissions{Publish: []string{}, Subscribe: hear}
	for _, i := range imports {
		if i.Service != nil {
			p.Publish = append(p.Publish, i.Service.Subject)
		}
	}
	return p
}

// submitterPermissions returns the permissions of the submitter with the key.
func submitterPermissions(key string) *permissions {
	work, results, jobs := wire.StreamOf(wire.StreamWork, key), wire.StreamOf(wire.StreamResults, key), wire.StreamOf(wire.StreamJobs, key)
	p := used(submitterImports(key), wire.Inbox(key)+".>", wire.OfJob(wire.TokenOrder, key))
	p.Publish = append(p.Publish,
		wire.TokenWork+"."+key+".>",
		wire.TokenFile+"."+key+".*.*",
		"$JS.API.CONSUMER.CREATE."+work+".*."+wire.TokenWork+"."+key+".*.>",
		"$JS.API.CONSUMER.CREATE."+results+".*."+wire.TokenResult+"."+key+".*.>",
		"$JS.API.CONSUMER.INFO."+work+".*",
		"$JS.API.CONSUMER.INFO."+results+".*",
		"$JS.API.CONSUMER.DELETE."+work+".*",
		"$JS.API.CONSUMER.DELETE."+results+".*",
		"$JS.API.CONSUMER.MSG.NEXT."+results+".*",
		"$JS.ACK."+results+".>",
		"$JS.API.STREAM.PURGE."+work,
		"$JS.API.STREAM.PURGE."+results,
		"$JS.API.STREAM.PURGE."+jobs,
		"$JS.API.STREAM.PURGE."+wire.StreamOf(wire.StreamFiles, key),
	)
	for _, token := range []string{wire.TokenJob, wire.TokenCanary, wire.TokenProgress, wire.TokenPause, wire.TokenOrder, wire.TokenControl} {
		p.Publish = append(p.Publish, wire.OfJob(token, key))
	}
	for _, s := range wire.StreamsOf(key, 0) {
		p.Publish = append(p.Publish, "$JS.API.STREAM.CREATE."+s.Name, "$JS.API.STREAM.INFO."+s.Name, wire.APITable(s.Name))
	}
	return p
}

// tokenPermissions returns the permissions of clients with the token: those of workers and
// submitters, under any name.
func tokenPermissions() *permissions {
	worker, submitter := used(workerImports(wire.Anyone, []Key{{Public: wire.Anyone}}), wire.Inbox(wire.Anyone)+".>", wire.TokenControl+".*.*"), submitterPermissions(wire.Anyone)
	return &permissions{Publish: append(worker.Publish, submitter.Publish...), Subscribe: append(worker.Subscribe, submitter.Subscribe...)}
}
