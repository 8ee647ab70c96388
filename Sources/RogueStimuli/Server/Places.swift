public import RogueModel

extension World {
  /// The places for which the server has its own parts, with those parts; `usual` is not among them.
  public var places: [ServerPlace: ServerRecipe.Connection] {
    var places: [ServerPlace: ServerRecipe.Connection] = [.usual: ServerRecipe.Connection()]
    for (number, own) in server.connections { places[.connection(number)] = own }
    for (host, own) in ServerSettings.hosts(of: server) { places[.host(HostName.plain(fullName(of: host)))] = own }
    return places
  }

  /// The server at a place; if it has no parts for that place, the server itself.
  public func server(at place: ServerPlace) -> ServerRecipe { places[place].map(server.with) ?? server }

  /// The server of every place; the usual one first.
  public var servers: [ServerRecipe] {
    places.sorted { $0.key < $1.key }.map { $0.key == .usual ? server : server.with($0.value) }
  }

  /// The world at each place, with the TLS version of that place.
  ///
  /// - Parameter version: that of the case; a place may override it.
  public func each(_ version: TLSVersion) -> [(world: World, version: TLSVersion)] {
    places.sorted { $0.key < $1.key }.map { place, own in
      guard place != .usual else { return (self, version) }
      var there = self
      there.server = server.with(own)
      return (there, there.server[FixedVersion.self] ?? version)
    }
  }

  /// The world in which every connection is served as at this place.
  public func at(_ place: ServerPlace) -> World {
    var world = self
    world.server = server(at: place)
    return world
  }
}
