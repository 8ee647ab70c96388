public import RogueModel

extension World {
  /// The places at which the server has parts of its own, with those parts; at `usual` there are none.
  public var places: [ServerPlace: ServerRecipe.Connection] {
    var places: [ServerPlace: ServerRecipe.Connection] = [.usual: ServerRecipe.Connection()]
    for (number, own) in server.connections { places[.connection(number)] = own }
    for (host, own) in ServerSettings.hosts(of: server) { places[.host(HostName.plain(fullName(of: host)))] = own }
    return places
  }

  /// What the server does at a place; at one where it has nothing of its own it is the server itself.
  public func server(at place: ServerPlace) -> ServerRecipe { places[place].map(server.with) ?? server }

  /// The server of every place; the usual one first.
  public var servers: [ServerRecipe] {
    places.sorted { $0.key < $1.key }.map { $0.key == .usual ? server : server.with($0.value) }
  }

  /// The world as it is at each place, with the version of TLS that is spoken there.
  ///
  /// - Parameter version: that of the case; a place may have one of its own.
  public func each(_ version: TLSVersion) -> [(world: World, version: TLSVersion)] {
    places.keys.sorted().map { place in
      let there = at(place)
      return (there, place == .usual ? version : there.server[FixedVersion.self] ?? version)
    }
  }

  /// The world in which every connection is served as at this place.
  public func at(_ place: ServerPlace) -> World {
    var world = self
    world.server = server(at: place)
    return world
  }
}
